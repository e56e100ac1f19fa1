import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EXPLORE_MEASURES } from '#analytics/contract/explore-measures.ts';
import { isCounted } from '#analytics/contract/measure.ts';
import { sumRows } from '#analytics/contract/prepare/sum-rows.ts';
import type { Row } from '#analytics/contract/rows.ts';
import type { ExploreRow } from '#domains/explore/contract/explore-endpoints.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { type Column, cellValue, maximumOf } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import type { Ask } from './ask.ts';
import { useMeasureColumn } from './explore-columns.ts';
import { MOST_COLUMNS, orderOf, type Pivot, type PivotRow, pivotOf } from './pivot.ts';
import { useCellHref } from './use-cell-href.ts';
import { useExploreWords } from './use-words.ts';

/** A share without its interval, which a narrow cell has no room for. */
const asCell = (column: Column<ExploreRow>, measure: string): Column<ExploreRow> => {
  if (EXPLORE_MEASURES[measure]?.unit !== 'percent') return column;
  const { render: _interval, ...plain } = column;
  const tone = TONES[EXPLORE_MEASURES[measure]?.of ?? ''];
  return {
    ...plain,
    value: (row) => (typeof row[measure] === 'number' ? Number(row[measure]) / 100 : null),
    ...(tone ? { tone } : {}),
  };
};

/** Counts and money; a share, a middle or a number of persons of several rows is not their sum. */
const addsUp = (measure: string): boolean => {
  const counted = EXPLORE_MEASURES[measure];
  return counted !== undefined && isCounted(counted) && counted.adds;
};
const together = (rows: readonly ExploreRow[]): ExploreRow => sumRows(rows as Row[], EXPLORE_MEASURES);

const TONES: Readonly<Record<string, 'clean' | 'fraud'>> = { clean: 'clean', fraud: 'fraud' };

/** The last key across, the others down, one measure in the cells: the first that is chosen. */
export function ExplorePivot({
  ask,
  rows,
  maxHeight = '60dvh',
}: {
  ask: Ask;
  rows: readonly ExploreRow[];
  maxHeight?: number | string;
}) {
  const { t } = useTranslation('explore');
  const format = useFormat();
  const words = useExploreWords();
  const measure = ask.measures[0] ?? 'total';
  const sum = addsUp(measure) ? together : undefined;
  const pivot = useMemo(() => pivotOf(rows, ask.by, sum), [rows, ask.by, sum]);
  const columns = usePivotColumns(ask, rows, pivot);
  if (!pivot) return <EmptyState why={t('pivot_needs')} />;
  return (
    <>
      <p className={screen.note}>
        {t('pivot_caption', { measure: words.measure(measure), key: words.key(pivot.across) })}
      </p>
      <DataTable<PivotRow>
        key={`${ask.by.join()} ${measure}`}
        id={`pivot ${ask.by.join()}`}
        caption={t('pivot_caption', { measure: words.measure(measure), key: words.key(pivot.across) })}
        columns={columns}
        rows={pivot.rows}
        {...(pivot.sums ? { totals: pivot.sums } : {})}
        rowKey={(row) => row.keys.join('\n')}
        density="compact"
        maxHeight={maxHeight}
      />
      {pivot.more > 0 && (
        <p className={screen.note}>
          {t('pivot_more', { count: pivot.more, shown: format.number(pivot.more), most: format.number(MOST_COLUMNS) })}{' '}
          {pivot.sums && t('pivot_sum_all')}
        </p>
      )}
    </>
  );
}

/** Keys down, then the sum where there is one, then a column for each value across. */
function usePivotColumns(ask: Ask, rows: readonly ExploreRow[], pivot: Pivot | undefined): Column<PivotRow>[] {
  const { t } = useTranslation('explore');
  const format = useFormat();
  const words = useExploreWords();
  const measureOf = useMeasureColumn(useCellHref(ask));
  const measure = ask.measures[0] ?? 'total';
  return useMemo((): Column<PivotRow>[] => {
    if (!pivot) return [];
    const { render, href, definition: _meaning, total: _sum, ...column } = asCell(measureOf(measure), measure);
    // A bar is as long as its number wherever it stands.
    const maximum = maximumOf(column, rows);
    const drawn = (cell: ExploreRow | undefined): ReactNode => {
      if (!cell) return '';
      return render ? render(cell) : format.number(Number(cell[measure] ?? 0));
    };
    return [
      ...pivot.lines.map(
        (key, at): Column<PivotRow> => ({
          id: key,
          header: words.key(key),
          kind: 'text',
          width: 180,
          value: (row) => words.value(key, row.keys[at] ?? ''),
        }),
      ),
      ...(pivot.sums
        ? [
            {
              ...(column as Partial<Column<PivotRow>>),
              kind: column.kind,
              id: 'sum',
              header: t('pivot_sum'),
              width: 124,
              value: (row: PivotRow) => row.sum && cellValue(column, row.sum),
              ...(render ? { render: (row: PivotRow) => drawn(row.sum) } : {}),
              total: ([all]: readonly PivotRow[]) => drawn(all?.sum),
            },
          ]
        : []),
      ...pivot.columns.map((value, at): Column<PivotRow> => {
        const cellOf = (row: PivotRow): ExploreRow | undefined => row.cells.get(value);
        return {
          ...(column as Partial<Column<PivotRow>>),
          kind: column.kind,
          maximum,
          id: `across_${at}`,
          header: words.value(pivot.across, value),
          // Names are longer than hours and days.
          width: orderOf(pivot.across) ? 116 : 160,
          value: (row) => {
            const cell = cellOf(row);
            return cell && cellValue(column, cell);
          },
          nothing: '',
          ...(pivot.sums ? { total: ([all]: readonly PivotRow[]) => drawn(all && cellOf(all)) } : {}),
          ...(href
            ? {
                href: (row: PivotRow) => {
                  const cell = cellOf(row);
                  return cell && href(cell);
                },
              }
            : {}),
          ...(render
            ? {
                render: (row: PivotRow) => drawn(cellOf(row)),
              }
            : {}),
        };
      }),
    ];
  }, [pivot, measure, measureOf, words, rows, format, t]);
}
