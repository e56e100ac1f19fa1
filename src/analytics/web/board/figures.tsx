import { againstText, comparedText, type FigureTools, figureText } from '#analytics/contract/prepare/figure-texts.ts';
import { type FigureModel, figuresOf } from '#analytics/contract/prepare/figures.ts';
import type { BoardMeta, Row } from '#analytics/contract/rows.ts';
import type { Widget } from '#analytics/contract/widget.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useTranslate } from '#platform/web/i18n/use-translate.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { Figure } from '#platform/web/ui/figure.tsx';
import { costsHref } from '#traffic/money/web/costs-href.ts';
import { useWords } from '../words.ts';
import styles from './board.module.css';
import { useBoard } from './board-state.tsx';
import { useWidget } from './use-widget.ts';

const NAMESPACES = ['board', 'ui'];

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
        {figuresOf(row, widget.measures, lead === widget ? [] : days.rows, {
          all,
          provisional,
          suspectIn: meta.suspect_counts_as,
        }).map((model) => (
          <Tile key={model.measure} model={model} widget={widget} row={row} meta={meta} />
        ))}
      </div>
      <Compared meta={meta} />
    </>
  );
}

/** What the changes of the tiles are against. */
function Compared({ meta }: { meta: BoardMeta }) {
  const text = comparedText(meta, useFigureTools());
  return text === undefined ? null : <p className={styles.compared}>{text}</p>;
}

/** What texts of tiles need. */
function useFigureTools(): FigureTools {
  const t = useTranslate(NAMESPACES);
  const format = useFormat();
  const { board, selection } = useBoard();
  return { t, format, dataset: board.dataset, currency: selection.pkg.currency };
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
  const tools = useFigureTools();
  const priceHref = usePriceHref();
  return (
    <Figure
      label={words.measure(model.measure, all)}
      definition={words.measureMeaning(model.measure, all)}
      {...figureText(model.value, tools)}
      change={model.change}
      inPoints={all[model.measure]?.unit === 'percent'}
      against={againstText(model, meta, tools)}
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
