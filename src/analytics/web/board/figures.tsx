import { useTranslation } from 'react-i18next';
import type { BoardMeta, Row } from '#analytics/contract/rows.ts';
import type { Widget } from '#analytics/contract/widget.ts';
import { NOTHING, useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { Figure } from '#platform/web/ui/figure.tsx';
import { useInterval } from '#platform/web/ui/percent.tsx';
import { assumedText, splitBy } from '#traffic/money/web/amounts-text.ts';
import { costsHref } from '#traffic/money/web/costs-href.ts';
import { amountText, type FigureModel, type FigureValue, figuresOf } from '../prepare/figures.ts';
import { useWords } from '../words.ts';
import styles from './board.module.css';
import { useBoard } from './board-state.tsx';
import { useWidget } from './use-widget.ts';

interface Props {
  widget: Widget<string>;
  /** Gives the tiles their small lines. */
  lead: Widget<string> | undefined;
}

/** The first row: the numbers of the whole board. */
export function Figures({ widget, lead = widget }: Props) {
  const words = useWords();
  const totals = useWidget(widget);
  const days = useWidget(lead, {}, lead !== widget);
  const { board, provisional } = useBoard();
  const all = board.dataset.measures;
  const [row] = totals.rows;
  if (totals.state === 'error')
    return (
      <div className={styles.figuresFailed}>
        <ErrorState error={totals.error} onRetry={totals.retry} />
      </div>
    );
  if (!row || !totals.meta)
    return (
      <div className={styles.figures} {...tiles(widget)}>
        {widget.measures.map((measure) => (
          <Figure key={measure} label={words.measure(measure, all)} value="" loading />
        ))}
      </div>
    );
  const meta = totals.meta;
  return (
    <>
      <div
        className={styles.figures}
        {...tiles(widget)}
        id={widget.id}
        data-stale={totals.state === 'stale' || undefined}
      >
        {figuresOf(row, widget.measures, lead === widget ? [] : days.rows, { all, provisional }).map((model) => (
          <Tile key={model.measure} model={model} widget={widget} row={row} meta={meta} />
        ))}
      </div>
      <Compared meta={meta} />
    </>
  );
}

/** What the changes of the tiles are against. */
function Compared({ meta }: { meta: BoardMeta }) {
  const { t } = useTranslation('board');
  const format = useFormat();
  if (!meta.previous) return null;
  const { from, to, until } = meta.previous;
  const days = { from: format.shortDay(from), to: format.shortDay(to) };
  return (
    <p className={styles.compared}>
      {until === undefined ? t('compared', days) : t('compared_so_far', { ...days, time: until })}
    </p>
  );
}

const tiles = ({ measures }: Widget<string>) => ({
  'data-tiles': measures.length,
  style: { '--tiles': measures.length },
});

interface TileProps {
  model: FigureModel;
  widget: Widget<string>;
  row: Row;
  meta: BoardMeta;
}

function Tile({ model, widget, row, meta }: TileProps) {
  const words = useWords();
  const { board, eventsOf } = useBoard();
  const all = board.dataset.measures;
  const shown = useShown();
  const priceHref = usePriceHref();
  const against = useAgainst(model, meta);
  return (
    <Figure
      label={words.measure(model.measure, all)}
      definition={words.measureMeaning(model.measure, all)}
      {...shown(model.value)}
      change={model.change}
      inPoints={all[model.measure]?.unit === 'percent'}
      against={against}
      good={model.good}
      trend={model.trend}
      openFrom={model.openFrom}
      tone={model.tone}
      href={priceHref(model) ?? eventsOf(widget, row, model.drill)}
    />
  );
}

/** Where money is unknown, the way to say what events cost; for those who may. */
function usePriceHref(): (model: FigureModel) => string | undefined {
  const { pkg } = useSelection();
  const { board } = useBoard();
  // A price is of one kind: a board over several has no one to begin with.
  const [kind, ...more] = board.dataset.kinds;
  return ({ value }) =>
    value.kind === 'money' &&
    value.amounts.length === 0 &&
    kind !== undefined &&
    more.length === 0 &&
    userMay('money.write')
      ? costsHref(pkg.package_name, { kind })
      : undefined;
}

function useShown(): (value: FigureValue) => { value: string; exact?: string; detail?: string } {
  const { t } = useTranslation(['board', 'ui']);
  const format = useFormat();
  const intervalOf = useInterval();
  const { board, selection } = useBoard();
  const { currency } = selection.pkg;
  const detailOf = (share: number | 'beside' | null | undefined): string => {
    if (share === null) return NO_DETAIL;
    if (share === 'beside') return t('board:beside_total');
    return share === undefined
      ? t(`board:noun_${board.dataset.id}`)
      : t('board:of_total', { share: format.percent(share) });
  };
  return (value) => {
    if (value.kind === 'money') {
      const { sum, apart } = splitBy(value.amounts, currency);
      const [first, ...more] = [...(sum ? [sum] : []), ...apart].map((one) => amountText(one, format));
      if (first === undefined) return { value: NOTHING, detail: t('board:no_cost') };
      const [whole] = value.of;
      const others = more.join(' + ');
      const parts = [
        ...(sum && others !== '' ? [t('board:unconverted', { amounts: others, currency })] : []),
        ...(sum || others === '' ? [] : [`+ ${others}`]),
        ...(sum ? [] : [t('board:no_rate', { currency })]),
        ...(whole && more.length === 0 ? [t('board:of_spend', { amount: amountText(whole, format) })] : []),
        ...(value.assumed ? [t('board:assumed')] : []),
      ];
      return { value: value.assumed ? assumedText(first) : first, detail: parts.join(' · ') || NO_DETAIL };
    }
    if (value.kind === 'rate') {
      if (value.rate === null) return { value: NOTHING, detail: t('ui:too_few') };
      return { value: format.percent(value.rate.share), detail: intervalOf(value.rate) ?? NO_DETAIL };
    }
    const exact = format.number(value.value);
    const detail = detailOf(value.share);
    return { value: value.value < COMPACT_FROM ? exact : format.compact(value.value), exact, detail };
  };
}

/** Keeps the lines of all tiles at one height. */
const NO_DETAIL = '\u00a0';
/** Longer numbers do not fit their tile; the exact one is its title. */
const COMPACT_FROM = 10_000_000;

/** The period before with its own number: a change in percent of a percentage would be read in two ways. */
function useAgainst({ measure, previous }: FigureModel, meta: BoardMeta): string | undefined {
  const { t } = useTranslation('board');
  const format = useFormat();
  const { board } = useBoard();
  if (!meta.previous || previous === undefined) return undefined;
  const value =
    board.dataset.measures[measure]?.unit === 'percent' ? format.percent(previous / 100) : format.number(previous);
  const { from, to, until } = meta.previous;
  const days = { value, from: format.day(from), to: format.day(to) };
  return until === undefined ? t('against', days) : t('against_so_far', { ...days, time: until });
}
