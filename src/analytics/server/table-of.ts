import type { Cell } from '#platform/server/csv.ts';
import type { FileColumn, FileKind } from '#platform/server/file-columns.ts';
import type { FileTable } from '#platform/server/file-maker.ts';
import { isKeyName, keyOf } from '#traffic/event/contract/keys.ts';
import type { Unit } from '../contract/measure.ts';
import { type Column, columnsIn, type Row } from '../contract/rows.ts';
import { type Question, suspectIn } from './question.ts';

/** The rows of a widget for a file, under the labels of its columns, which say what suspect events are counted as. */
export function tableOf(question: Question, rows: readonly Row[], columns = columnsOf(question)) {
  return {
    head: columns.map((column) => column.label),
    cells: cells(
      rows,
      columns.map((column) => column.field),
    ),
  };
}

/** All that its rows hold. Keys have their labels here: what rules look at is a long list that no board needs in the browser. */
export function columnsOf(question: Question): Column<string>[] {
  const { board, widget } = question;
  const keys = (widget.keys ?? []).filter(isKeyName).map((field) => {
    const { label, description } = keyOf(field);
    return { field, label, description };
  });
  return [...keys, ...columnsIn<string>(board.dataset.measures, widget, suspectIn(question))];
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

const KINDS: Readonly<Record<Unit, FileKind>> = {
  events: 'count',
  number: 'number',
  percent: 'percent',
  money: 'money',
  'yes/no': 'flag',
};
const GRAINS: Readonly<Record<string, FileKind>> = {
  date: 'day',
  week: 'day',
  month: 'month',
  install_date: 'day',
  install_week: 'day',
};

interface TypedPart extends FileColumn {
  cell: (row: Row) => Cell;
}

/** The same for a file with types, where an amount is a number: each currency has a column of its own. */
export function typedTableOf(question: Question, rows: readonly Row[], chosen = columnsOf(question)): FileTable {
  const parts = chosen.flatMap((column) => partsOf(column, rows, question.info.currency));
  // What makes the cells stays here: a workbook is made in a thread.
  const columns = parts.map(({ label, kind }): FileColumn => ({ label, kind }));
  return { columns, rows: typedCells(rows, parts) };
}

function* typedCells(rows: readonly Row[], columns: readonly TypedPart[]): Iterable<Cell[]> {
  for (const row of rows) yield columns.map(({ cell }) => cell(row));
}

/** Amounts in the currency of the package first; without any a column stands empty under it. */
function partsOf({ field, label, unit }: Column<string>, rows: readonly Row[], own: string): TypedPart[] {
  if (unit !== 'money')
    return [{ label, kind: unit ? KINDS[unit] : (GRAINS[field] ?? 'plain'), cell: (row) => cellOf(row[field]) }];
  const amountsIn = (row: Row): Record<string, unknown> => {
    const value = row[field];
    return typeof value === 'object' ? value : {};
  };
  const others = new Set(rows.flatMap((row) => Object.keys(amountsIn(row))));
  others.delete(own);
  return [own, ...[...others].sort()].map((currency) => ({
    label: `${label}, ${currency || 'no currency'}`,
    kind: 'money',
    cell: (row) => {
      const amount = amountsIn(row)[currency];
      return amount === undefined ? null : String(amount);
    },
  }));
}
