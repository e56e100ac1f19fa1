import type { Cell } from '#platform/server/csv.ts';
import { columnsIn, type Row } from '../contract/rows.ts';
import { type Question, suspectIn } from './question.ts';

/** The rows of a widget for a file, under the labels of its columns, which say what suspect events are counted as. */
export function tableOf(question: Question, rows: readonly Row[]) {
  const { board, widget } = question;
  const columns = columnsIn<string>(board.dataset.measures, widget, suspectIn(question));
  return {
    head: columns.map((column) => column.label),
    cells: cells(
      rows,
      columns.map((column) => column.field),
    ),
  };
}

function* cells(rows: readonly Row[], fields: readonly string[]): Iterable<Cell[]> {
  for (const row of rows) yield fields.map((field) => cellOf(row[field]));
}

/** Amounts stay apart by currency: `12.5 EUR; 3 USD`. */
function cellOf(value: Row[string]): Cell {
  if (typeof value !== 'object') return value;
  return Object.entries(value)
    .map(([currency, amount]) => `${amount} ${currency}`.trim())
    .join('; ');
}
