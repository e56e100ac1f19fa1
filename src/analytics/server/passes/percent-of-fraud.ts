import type { BoardRow } from '../../contract/rows.ts';
import type { Widget } from '../../contract/widget.ts';
import { percentOf } from '../derive.ts';

/** Part of all fraud in the answer, for widgets that ask for it. */
export function percentOfFraud(rows: BoardRow[], widget: Widget): BoardRow[] {
  if (!widget.extra?.includes('percentage')) return rows;
  const all = rows.reduce((sum, row) => sum + row.fraud, 0);
  return rows.map((row) => ({ ...row, percentage: percentOf(row.fraud, all) }));
}
