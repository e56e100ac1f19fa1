import type { ReactNode } from 'react';

export type Row = Readonly<Record<string, unknown>>;

export type ColumnKind = 'text' | 'number' | 'percent' | 'money' | 'date' | 'datetime' | 'verdict' | 'link';

/** A column is data; how it is drawn follows from its kind alone. */
export interface Column<R extends Row = Row> {
  id: string;
  /** Words in the head, already in the reader's language. */
  header: string;
  kind: ColumnKind;
  /** What the column means; shown on (i). */
  definition?: string;
  /** Unit under the head: numbers stand bare in their cells. */
  unit?: string;
  /** Reads the value; the property named like the column when left out. Shares are 0..1, times ISO. */
  value?: (row: R) => unknown;
  /** Makes the cell a link: a number leads to its rows, a name to its page. */
  href?: (row: R) => string | undefined;
  /** ISO 4217 of money. */
  currency?: string | ((row: R) => string);
  /** Zone of times; the reader's, with UTC on hover, when left out. */
  timeZone?: string;
  /** What stands where there is no value; a dash when left out. */
  nothing?: string;
  /** Colour of the bar behind a rate. */
  tone?: 'clean' | 'suspect' | 'fraud' | 'neutral';
  /** Full length of its bars where columns are compared with each other; their own largest number when left out. */
  maximum?: number;
  /** Pixels at least; the kind's own width when left out. */
  width?: number;
  /** Where it stands on a phone, those with a place before the others; 0 is before what names the row. */
  narrow?: {
    place: number;
    width: number;
    /** It names the row only as a whole, such as the number of an invoice, and is not cut as names are. */
    whole?: true;
  };
  sortable?: boolean;
  /** Not shown until chosen. */
  hidden?: boolean;
  /** For the rare cell no kind covers. */
  render?: (row: R) => ReactNode;
  /** The totals row has the sum of this column; or what follows from all rows, where a sum would mean nothing. */
  total?: true | ((rows: readonly R[]) => ReactNode);
}

export interface Sort {
  id: string;
  desc: boolean;
}

const WIDTHS: Record<ColumnKind, number> = {
  text: 190,
  link: 190,
  number: 104,
  percent: 104,
  money: 120,
  date: 120,
  datetime: 194,
  verdict: 112,
};

const RIGHT = new Set<ColumnKind>(['number', 'percent', 'money']);

export const isNumeric = (kind: ColumnKind): boolean => RIGHT.has(kind);
export const widthOf = (column: { kind: ColumnKind; width?: number }): number => column.width ?? WIDTHS[column.kind];

/** What can be done with a row: it stays in view where the table is wider than its place. */
export const isActions = ({ id }: { id: string }): true | undefined => (id === 'actions' ? true : undefined);

export const cellValue = <R extends Row>(column: Column<R>, row: R): unknown =>
  column.value ? column.value(row) : row[column.id];

export const currencyOf = <R extends Row>(column: Column<R>, row: R): string =>
  typeof column.currency === 'function' ? column.currency(row) : (column.currency ?? 'USD');

/** Sum of the numbers of a column; null where there are none. */
export function sumOf<R extends Row>(column: Column<R>, rows: readonly R[]): number | null {
  const numbers = rows.map((row) => cellValue(column, row)).filter((value) => typeof value === 'number');
  return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0);
}

/** Numbers by size, text as people sort names. */
function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), undefined, { numeric: true, sensitivity: 'base' });
}

/** Nothing is always last, whatever the direction; equals stay in the order they came in. */
export function sortedBy<R extends Row>(column: Column<R>, rows: readonly R[], desc: boolean): R[] {
  const valued = rows.map((row) => ({ row, value: cellValue(column, row) ?? undefined }));
  const sign = desc ? -1 : 1;
  valued.sort((a, b) => {
    if (a.value === undefined || b.value === undefined)
      return Number(a.value === undefined) - Number(b.value === undefined);
    return sign * compareValues(a.value, b.value);
  });
  return valued.map(({ row }) => row);
}

/** Largest number of a column, the full length of its bars. */
export const maximumOf = <R extends Row>(column: Column<R>, rows: readonly R[]): number =>
  column.maximum ??
  rows.reduce((max, row) => {
    const value = cellValue(column, row);
    return typeof value === 'number' && value > max ? value : max;
  }, 0);
