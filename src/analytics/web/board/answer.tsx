import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { BoardMeta } from '#analytics/contract/rows.ts';
import { sectionOf } from '#analytics/contract/section.ts';
import { SHAPES } from '#analytics/contract/shapes/registry.ts';
import type { Widget } from '#analytics/contract/widget.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useInterval } from '#platform/web/ui/percent.tsx';
import { assumedText, splitBy } from '#traffic/money/web/amounts-text.ts';
import { type Answer, answerOf, type Change, changeOfShare, finishedDays, lengthOf } from '../prepare/answer.ts';
import { amountText, type Money } from '../prepare/figures.ts';
import { useWords } from '../words.ts';
import styles from './board.module.css';
import { useBoard } from './board-state.tsx';
import { linked } from './linked.tsx';
import { useWidget, type WidgetData } from './use-widget.ts';

/** More publishers than anybody names; what is not among them shows as their sum. */
const MOST_SOURCES = 200;

/** The table of publishers among what stands first. */
const sourcesOf = (widgets: readonly Widget<string>[]): Widget<string> | undefined =>
  widgets.find((widget) => sectionOf(widget) === 'sources' && widget.by === 'publisher' && SHAPES[widget.shape].paged);

interface Props {
  figures: Widget<string>;
  lead: Widget<string> | undefined;
}

/** The numbers of the board as one sentence: how much is fraud, what it costs, and what changed. */
export function BoardAnswer({ figures, lead }: Props) {
  const { board } = useBoard();
  const totals = useWidget(figures);
  const change = useChange(figures, totals.state === 'ready' || totals.state === 'stale');
  const text = useAnswerText(figures, lead, change.widget);
  const [row] = totals.rows;
  // The figures below say what failed, and offer to try again.
  if (totals.state === 'error') return null;
  if (!row || !totals.meta) return <p className={styles.answer} data-loading aria-hidden />;
  const answer = answerOf(row, board.dataset.measures);
  return (
    <p className={styles.answer} data-tour="answer" data-stale={totals.state === 'stale' || undefined}>
      {text(answer, totals, change)}
    </p>
  );
}

interface ChangeSaid {
  /** Absent while it is not known, and where nothing can be compared. */
  change: Change | undefined;
  days: number;
  /** Some days of the range are not over and were left out. */
  isPart: boolean;
  widget: Widget<string> | undefined;
  /** What is compared with. */
  previous: BoardMeta['previous'];
}

/**
 * What moved the share: where a comparison is chosen, against the period of the figures; else by days that are over. Asked for beside the figures, which do not wait for it.
 */
function useChange(figures: Widget<string>, enabled: boolean): ChangeSaid {
  const { board, provisional, selection } = useBoard();
  const isChosen = selection.compare !== 'none';
  const over = isChosen ? selection.range : finishedDays(selection.range, provisional);
  const widget = sourcesOf(board.widgets);
  const asked = isChosen ? {} : { toDate: over?.to, compare: 'previous' as const };
  const isAsked = enabled && over !== undefined;
  const whole = useWidget(figures, asked, isAsked);
  const sources = useWidget(widget ?? figures, { ...asked, limit: MOST_SOURCES }, isAsked && widget !== undefined);
  const [row] = whole.rows;
  const isKnown = row !== undefined && whole.meta?.previous !== undefined && (widget === undefined || sources.meta);
  const change = isKnown && whole.meta ? changeOfShare(row, sources.rows, whole.meta.minimum_sample) : undefined;
  const { previous } = whole.meta ?? {};
  return { change, days: over ? lengthOf(over) : 0, isPart: over?.to !== selection.range.to, widget, previous };
}

function useAnswerText(figures: Widget<string>, lead: Widget<string> | undefined, sources: Widget<string> | undefined) {
  const { t } = useTranslation(['board', 'ui']);
  const words = useWords();
  const format = useFormat();
  const interval = useInterval();
  const { board, eventsOf, where, selection } = useBoard();
  const { search } = useLocation();
  const noun = t(`board:many_${board.dataset.id}`, { defaultValue: board.dataset.noun });
  const toCard = (widget: Widget<string> | undefined) => widget && `${search}#${widget.id}`;
  const points = (by: string) => t('ui:points', { value: by });
  const size = (by: number) => format.number(Math.abs(by), 1);

  const headOf = ({ says, total, fraud, rate }: Answer): string => {
    if (says === 'nothing')
      return t(Object.keys(where).length > 0 ? 'board:answer_filtered' : 'board:answer_nothing', { noun });
    return t(`board:answer_${says}`, {
      share: format.percent(rate?.share),
      interval: interval(rate),
      high: format.percent(rate?.high),
      fraud: format.number(fraud),
      total: format.number(total),
      noun,
    });
  };
  const moneyOf = ({ fraud, money, isAssumed }: Answer): string => {
    if (fraud === 0) return '';
    if (money.length === 0) return t('board:answer_no_money');
    const { currency } = selection.pkg;
    const { sum, apart } = splitBy(money, currency);
    const text = (amounts: readonly Money[]): string => amounts.map((one) => amountText(one, format)).join(' + ');
    const shown = text(sum ? [sum] : apart);
    const said = t('board:answer_money', { money: isAssumed ? assumedText(shown) : shown });
    const assumed = isAssumed ? ` (${t('board:assumed')})` : '';
    if (apart.length === 0) return `${said}${assumed}`;
    if (!sum) return `${said} (${t('board:no_rate', { currency })})${assumed}`;
    return `${said}${assumed}${t('board:answer_unconverted', { amounts: text(apart), currency })}`;
  };
  const comparedWith = ({ days, previous }: ChangeSaid): string => {
    if (selection.compare === 'none' || !previous) return t('board:answer_before', { count: days });
    const { from, to, until } = previous;
    const end = until === undefined ? format.shortDay(to) : `${format.shortDay(to)}, ${until}`;
    return t('board:answer_compared', { from: format.shortDay(from), to: end });
  };
  const changeOf = (said: ChangeSaid): string => {
    const { change, days, isPart } = said;
    if (days === 0) return t('board:answer_unfinished');
    if (!change) return '';
    const against = comparedWith(said);
    const text = t(`board:answer_${change.is}`, { points: points(size(change.points)), against });
    return isPart ? `${text} ${t('board:answer_over')}` : text;
  };
  const driverOf = ({ change }: ChangeSaid): string => {
    const driver = change?.driver;
    if (!driver) return '';
    const who = driver.row ? words.value('publisher', driver.row.key) : t('board:answer_gone');
    const by = points(`${driver.points > 0 ? '+' : '−'}${size(driver.points)}`);
    return t(driver.most ? 'board:answer_driver' : 'board:answer_driver_part', { who, points: by });
  };

  return (answer: Answer, { rows: [row], meta }: WidgetData, said: ChangeSaid) => {
    if (!row || !meta) return null;
    const empty = answer.says === 'nothing';
    const parts = empty ? [headOf(answer)] : [headOf(answer), moneyOf(answer), changeOf(said), driverOf(said)];
    const [driver, cards] = [said.change?.driver?.row, toCard(sources)];
    const fraud = eventsOf(figures, row, 'fraud');
    return linked(`${parts.join('')}${t('board:answer_end')}`, {
      share: fraud,
      fraud,
      total: eventsOf(figures, row, 'total'),
      money: cards,
      change: toCard(lead),
      who: (driver && sources && eventsOf(sources, driver, 'fraud')) ?? cards,
    });
  };
}
