import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Format } from '#platform/contract/format.ts';
import { drawn } from './cell.tsx';
import { type Column, cellValue, isNumeric, type Row, sumOf } from './column.ts';
import styles from './table.module.css';

interface Props<R extends Row> {
  columns: readonly Column<R>[];
  rows: readonly R[];
  /** Over all pages, where the server counted that; the rows at hand are added up else. */
  totals: R | undefined;
  /** There are more rows than these. */
  isPart: boolean;
  /** Rows have a box to pick them before their first column. */
  isPicked: boolean;
  format: Format;
}

/** Whether anything is to be added up: one row alone is its own total. */
export const hasTotals = <R extends Row>(columns: readonly Column<R>[], rows: readonly R[]): boolean =>
  rows.length > 1 && columns.some(({ total }) => total !== undefined);

/** Sums under the columns that say they add up; nothing under the others. */
export function TotalsRow<R extends Row>({ columns, rows, totals, isPart, isPicked, format }: Props<R>) {
  const { t } = useTranslation('ui');
  const ofPart = totals ? 'total_all' : 'total_shown';
  return (
    <tfoot className={styles.totals}>
      <tr>
        {isPicked && <td />}
        {columns.map((column, index) => (
          <td key={column.id} data-numeric={isNumeric(column.kind) || undefined}>
            {index === 0 ? t(isPart ? ofPart : 'total') : totalOf(column, rows, totals, format)}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

/** A total is a plain value: no bar and no link. */
function totalOf<R extends Row>(
  column: Column<R>,
  rows: readonly R[],
  totals: R | undefined,
  format: Format,
): ReactNode {
  const [row] = rows;
  if (column.total === undefined || !row) return null;
  if (typeof column.total === 'function') return column.total(totals ? [totals] : rows);
  const value = totals ? cellValue(column, totals) : sumOf(column, rows);
  return value === null || value === undefined
    ? null
    : drawn({ column, row: totals ?? row, format, maximum: 0 }, value);
}
