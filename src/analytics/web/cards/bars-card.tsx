import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { drillableOf } from '#analytics/contract/drill.ts';
import { rateIn } from '#analytics/contract/measure.ts';
import { type BarItem, type Bars, barsOf, MOST_BARS } from '#analytics/contract/prepare/bars.ts';
import { leadingOf, tonesIn } from '#analytics/contract/prepare/parts.ts';
import { slicesOf } from '#analytics/contract/prepare/slices.ts';
import type { Row } from '#analytics/contract/rows.ts';
import type { Widget } from '#analytics/contract/widget.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { Percent } from '#platform/web/ui/percent.tsx';
import { useBoard } from '../board/board-state.tsx';
import { useWidget } from '../board/use-widget.ts';
import { useConfiguredColors } from '../use-colors.ts';
import { useWords } from '../words.ts';
import styles from './bars.module.css';
import { PartsKey } from './parts-key.tsx';
import { Ring } from './ring.tsx';
import { RowsTable } from './rows-table.tsx';
import { ValueButton } from './value-button.tsx';
import { WidgetFrame } from './widget-frame.tsx';

/** Room for the head and for as many bars as the card can have. */
const heightOf = ({ limit = MOST_BARS }: Widget<string>): number => 42 + 29 * Math.min(limit, MOST_BARS);

/** Values of a dimension as bars: the name filters, the number leads to its rows. */
export function BarsCard({ widget }: { widget: Widget<string> }) {
  const data = useWidget(widget);
  const { t } = useTranslation('board');
  const { board } = useBoard();
  const { meta, rows } = data;
  const ring = widget.chart === 'donut';
  const colors = useConfiguredColors();
  // One assignment for ring and list: colours that collide are told apart within one set of values.
  const colorOf = ring ? colors.of(rows.map(({ key }) => key)) : undefined;
  const height = heightOf(widget);
  const bars = useMemo(() => meta && barsOf(rows, widget, board.dataset.measures), [rows, widget, board, meta]);
  return (
    <WidgetFrame
      widget={widget}
      data={data}
      caption={t(`noun_${board.dataset.id}`)}
      height={height}
      skeleton="bars"
      table={meta ? <RowsTable widget={widget} rows={rows} meta={meta} maxHeight={height - 40} /> : null}
    >
      {bars && meta && (
        <div className={styles.bars} data-ring={ring || undefined}>
          {colorOf && <RingOf data={rows} widget={widget} colorOf={colorOf} />}
          <BarList widget={widget} bars={bars} colorOf={colorOf} />
        </div>
      )}
    </WidgetFrame>
  );
}

type ColorOf = (value: string) => string;

function RingOf({ data, widget, colorOf }: { data: readonly Row[]; widget: Widget<string>; colorOf: ColorOf }) {
  const words = useWords();
  const { board } = useBoard();
  const format = useFormat();
  const measure = leadingOf(widget);
  const { slices, total } = useMemo(() => slicesOf(data, measure), [data, measure]);
  return (
    <Ring
      slices={slices}
      colorOf={colorOf}
      value={format.compact(total)}
      label={words.measure(measure, board.dataset.measures, widget)}
    />
  );
}

interface ListProps {
  widget: Widget<string>;
  bars: Bars;
  /** Ties a bar to its slice of the ring. */
  colorOf: ColorOf | undefined;
}

function BarList({ widget, bars, colorOf }: ListProps) {
  const { t } = useTranslation('board');
  const words = useWords();
  const format = useFormat();
  const { board } = useBoard();
  const all = board.dataset.measures;
  // Cards about what was found tell how the find is made up; the rate of a category among its own would be odd.
  const share = bars.partName ?? rateIn(all, widget.measures);
  const tones = tonesIn(widget.measures);
  return (
    <div className={styles.listing}>
      <div className={styles.listHead}>
        {tones.length > 0 && <PartsKey tones={tones} />}
        <span>{words.measure(bars.leading, all, widget)}</span>
        <span className={styles.barRate}>{share !== undefined && words.measure(share, all, widget)}</span>
      </div>
      <ol className={styles.barList}>
        {bars.items.map((item) => (
          <Bar
            key={`${item.row.publisher ?? ''} ${item.row.key}`}
            item={item}
            widget={widget}
            leading={bars.leading}
            isRated={share !== undefined}
            swatch={colorOf?.(item.row.key)}
          />
        ))}
        {bars.other && (
          <li className={styles.bar} data-other>
            <span className={styles.barName}>
              {t('other_rows', { count: bars.other.rows, shown: bars.other.rows })}
            </span>
            <span className={styles.track} />
            <span className={styles.barValue}>{format.number(bars.other.value)}</span>
            <span className={styles.barRate} />
          </li>
        )}
      </ol>
    </div>
  );
}

interface BarProps {
  item: BarItem;
  widget: Widget<string>;
  leading: string;
  /** Whether the dataset has a share at all. */
  isRated: boolean;
  swatch: string | undefined;
}

function Bar({ item, widget, leading, isRated, swatch }: BarProps) {
  const { eventsOf } = useBoard();
  const format = useFormat();
  const drilled = drillableOf(leading);
  const href = drilled && eventsOf(widget, item.row, drilled);
  const number = format.number(item.value);
  return (
    <li className={styles.bar}>
      <span className={styles.barName}>
        {swatch && <span className={styles.swatch} style={{ '--swatch': swatch }} aria-hidden />}
        {widget.by && <ValueButton dimension={widget.by} value={item.row.key} />}
      </span>
      <span className={styles.track} aria-hidden>
        <span className={styles.barParts} style={{ width: `${item.length * 100}%` }}>
          {item.parts.map(({ tone, value }) => (
            <span key={tone} className={styles.tone} data-tone={tone} style={{ flexGrow: value }} />
          ))}
        </span>
      </span>
      <span className={styles.barValue}>{href ? <Link to={href}>{number}</Link> : number}</span>
      <span className={styles.barRate}>
        {item.share !== undefined ? format.percent(item.share) : isRated && <Percent rate={item.rate} />}
      </span>
    </li>
  );
}
