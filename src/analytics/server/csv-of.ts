import type { Readable } from 'node:stream';
import { type Cell, csvStream } from '#platform/server/csv.ts';
import { type BoardRow, columnsOf } from '../contract/rows.ts';
import type { Widget } from '../contract/widget.ts';

/** The rows of a widget under the labels of its columns. */
export function csvOf(widget: Widget, rows: readonly BoardRow[]): Readable {
  const columns = columnsOf(widget);
  return csvStream(
    columns.map((column) => column.label),
    cells(
      rows,
      columns.map((column) => column.field),
    ),
  );
}

function* cells(rows: readonly BoardRow[], fields: readonly (keyof BoardRow)[]): Iterable<Cell[]> {
  for (const row of rows) yield fields.map((field) => cellOf(row[field]));
}

/** Amounts stay apart by currency: `12.5 EUR; 3 USD`. */
function cellOf(value: BoardRow[keyof BoardRow]): Cell {
  if (typeof value !== 'object') return value;
  return Object.entries(value)
    .map(([currency, amount]) => `${amount} ${currency}`.trim())
    .join('; ');
}
