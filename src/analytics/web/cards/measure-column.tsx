import type { TFunction } from 'i18next';
import { type Drillable, drillableOf } from '#analytics/contract/drill.ts';
import { isCounted, isDerived, isPart, type Measures, rateIn } from '#analytics/contract/measure.ts';
import { moneyText } from '#analytics/contract/prepare/columns.ts';
import { moneyOf } from '#analytics/contract/prepare/figures.ts';
import { rateOf, shareIn } from '#analytics/contract/prepare/parts.ts';
import { sumRows } from '#analytics/contract/prepare/sum-rows.ts';
import type { Row } from '#analytics/contract/rows.ts';
import type { Format } from '#platform/contract/format.ts';
import type { Column } from '#platform/web/table/column.ts';
import { Percent } from '#platform/web/ui/percent.tsx';
import { RateCell } from './rate-cell.tsx';
import type { TableRow } from './rows-table.tsx';

interface Tools {
  t: TFunction<'board'>;
  format: Format;
  /** Of the package: what is in another stands behind. */
  currency: string;
  /** The events behind a count. */
  hrefOf: (drilled: Drillable) => (row: Row) => string | undefined;
}

/** Counts with long names. */
const WIDE: ReadonlySet<string> = new Set(['filtered', 'unrated']);

/** How a measure stands in a table, by its unit. */
export function measureColumn(field: string, all: Measures, tools: Tools): Partial<Column<TableRow>> {
  const { t, format, hrefOf, currency } = tools;
  const { [field]: measure } = all;
  const unit = measure?.unit;
  if (measure?.interval || (unit === 'percent' && field === rateIn(all)))
    return {
      kind: 'percent',
      width: 190,
      ...(field === rateIn(all) ? { narrow: { place: 2, width: 148 } } : {}),
      render: (row) => <RateCell rate={rateOf(row, all, field)} of={measure?.of} />,
      total: (rows) => <Percent rate={rateOf(sumRows(rows, all), all, field)} />,
    };
  if (unit === 'money')
    return {
      kind: 'money',
      // Room for a second amount that no rate leads into the currency of the package, and for the longest head.
      width: field === 'cost_at_risk' ? 196 : 160,
      ...(field === 'cost_at_risk' ? { narrow: { place: 3, width: 98 } } : {}),
      value: (row) => moneyOf(row[field], row['spend'])[0]?.amount,
      render: (row) => moneyText(row, field, { format, currency }),
      total: (rows) => moneyText(sumRows(rows, all), field, { format, currency }),
    };
  if (unit === 'yes/no') return { kind: 'text', width: 90, value: (row) => t(row[field] ? 'yes' : 'no') };
  if (unit === 'percent')
    return {
      kind: 'percent',
      value: (row) => shareIn(row, all, field) ?? null,
      // Parts of one whole add up; any other share follows from the sums.
      total:
        measure && isPart(measure) ? true : (rows) => format.percent(shareIn(sumRows(rows, all), all, field) ?? null),
    };
  const drilled = drillableOf(field);
  const adds = measure && (isDerived(measure) || (isCounted(measure) && measure.adds));
  const counted: Partial<Column<TableRow>> = adds ? { kind: 'number', total: true } : { kind: 'number' };
  return drilled ? { ...counted, href: hrefOf(drilled), width: WIDE.has(field) ? 172 : 136 } : counted;
}
