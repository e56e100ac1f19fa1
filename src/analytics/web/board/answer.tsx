import { useLocation } from 'react-router';
import {
  type Answer,
  answerOf,
  changeOfShare,
  finishedDays,
  lengthOf,
  MOST_SOURCES,
  sourcesOf,
} from '#analytics/contract/prepare/answer.ts';
import { answerText, type ChangeSaid } from '#analytics/contract/prepare/answer-text.ts';
import type { Widget } from '#analytics/contract/widget.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useTranslate } from '#platform/web/i18n/use-translate.ts';
import { useWords } from '../words.ts';
import styles from './board.module.css';
import { useBoard } from './board-state.tsx';
import { linked } from './linked.tsx';
import { useWidget, type WidgetData } from './use-widget.ts';

const NAMESPACES = ['board', 'ui'];

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

interface ChangeOf extends ChangeSaid {
  widget: Widget<string> | undefined;
}

/**
 * What moved the share: where a comparison is chosen, against the period of the figures; else by days that are over. Asked for beside the figures, which do not wait for it.
 */
function useChange(figures: Widget<string>, enabled: boolean): ChangeOf {
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
  const t = useTranslate(NAMESPACES);
  const words = useWords();
  const format = useFormat();
  const { board, eventsOf, where, selection } = useBoard();
  const { search } = useLocation();
  const tools = {
    t,
    format,
    words,
    dataset: board.dataset,
    currency: selection.pkg.currency,
    isFiltered: Object.keys(where).length > 0,
    isCompared: selection.compare !== 'none',
  };
  const toCard = (widget: Widget<string> | undefined) => widget && `${search}#${widget.id}`;
  return (answer: Answer, { rows: [row], meta }: WidgetData, said: ChangeOf) => {
    if (!row || !meta) return null;
    const [driver, cards] = [said.change?.driver?.row, toCard(sources)];
    const fraud = eventsOf(figures, row, 'fraud');
    return linked(answerText(answer, said, tools), {
      share: fraud,
      fraud,
      total: eventsOf(figures, row, 'total'),
      money: cards,
      change: toCard(lead),
      who: (driver && sources && eventsOf(sources, driver, 'fraud')) ?? cards,
    });
  };
}
