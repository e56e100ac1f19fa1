import type { TFunction } from 'i18next';
import { type Drillable, drillableOf } from '#analytics/contract/drill.ts';
import { type Measures, rateIn } from '#analytics/contract/measure.ts';
import type { Row } from '#analytics/contract/rows.ts';
import { type Format, NOTHING } from '#platform/web/i18n/format.ts';
import type { Column } from '#platform/web/table/column.ts';
import { amountText, type Money, moneyOf } from '../prepare/figures.ts';
import { rateOf } from '../prepare/parts.ts';
import { RateCell } from './rate-cell.tsx';
import type { TableRow } from './rows-table.tsx';

interface Tools {
  t: TFunction<'board'>;
  format: Format;
  /** The events behind a count. */
  hrefOf: (drilled: Drillable) => (row: Row) => string | undefined;
}

/** How a measure stands in a table, by its unit. */
export function measureColumn(field: string, all: Measures, { t, format, hrefOf }: Tools): Partial<Column<TableRow>> {
  const unit = all[field]?.unit;
  if (field === rateIn(all))
    return { kind: 'percent', width: 190, render: (row) => <RateCell rate={rateOf(row, all)} /> };
  if (unit === 'money')
    return {
      kind: 'money',
      width: 130,
      value: (row) => moneyOf(row[field], row['spend'])[0]?.amount,
      render: (row) => moneyText(moneyOf(row[field], row['spend']), format),
    };
  if (unit === 'yes/no') return { kind: 'text', width: 90, value: (row) => t(row[field] ? 'yes' : 'no') };
  if (unit === 'percent')
    return { kind: 'percent', value: (row) => (typeof row[field] === 'number' ? row[field] / 100 : null) };
  const drilled = drillableOf(field);
  return drilled ? { kind: 'number', href: hrefOf(drilled), width: 124 } : { kind: 'number' };
}

function moneyText(amounts: readonly Money[], format: Format): string {
  return amounts.length === 0 ? NOTHING : amounts.map((one) => amountText(one, format)).join(' + ');
}
