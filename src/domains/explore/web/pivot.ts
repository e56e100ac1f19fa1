import type { ExploreRow } from '#domains/explore/contract/explore-endpoints.ts';
import { type KeyName, ORDERED_KEYS, stepsOf } from '#traffic/event/contract/keys.ts';

export interface PivotRow extends Record<string, unknown> {
  /** Values of the keys before the last. */
  keys: readonly string[];
  /** The answer's row under each value of the last key. */
  cells: ReadonlyMap<string, ExploreRow>;
  /** All of the line together, what has no column too; only where rows add up. */
  sum?: ExploreRow | undefined;
}

export interface Pivot {
  /** Keys of the lines, and the one whose values are the columns. */
  lines: readonly KeyName[];
  across: KeyName;
  columns: readonly string[];
  /** Values of the last key that have no column: too many to be read. */
  more: number;
  rows: readonly PivotRow[];
  /** Each column together, and everything; only where rows add up. */
  sums?: PivotRow | undefined;
}

export const MOST_COLUMNS = 24;

/** Clock, calendar and steps of numbers stand in their order, names by what is counted of them. */
export function orderOf(key: KeyName): ((a: string, b: string) => number) | undefined {
  if (stepsOf(key)) return (a, b) => (a === '' ? 1 : b === '' ? -1 : Number(a) - Number(b));
  return ORDERED_KEYS.has(key) ? (a, b) => (a === '' ? 1 : b === '' ? -1 : a.localeCompare(b)) : undefined;
}

const numberOf = (row: ExploreRow, measure: string): number => {
  const value = row[measure];
  return typeof value === 'number' ? value : 0;
};

/** Values of a key in the order in which they are shown: those of most events first, where they have none of their own. */
export function valuesOf(rows: readonly ExploreRow[], key: KeyName, measure = 'total'): string[] {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const value = String(row[key] ?? '');
    sums.set(value, (sums.get(value) ?? 0) + numberOf(row, measure));
  }
  const byOrder = orderOf(key);
  if (byOrder) return [...sums.keys()].sort(byOrder);
  return [...sums].sort(([a, x], [b, y]) => y - x || a.localeCompare(b)).map(([value]) => value);
}

/** Rows that add up to one; left out for shares, middles and persons, which do not. */
type Sum = (rows: readonly ExploreRow[]) => ExploreRow;

/** Rows of two or three keys as a table of the last one across; undefined for fewer. */
export function pivotOf(rows: readonly ExploreRow[], by: readonly KeyName[], sum?: Sum): Pivot | undefined {
  const across = by.at(-1);
  if (by.length < 2 || across === undefined) return undefined;
  const lines = by.slice(0, -1);
  const all = valuesOf(rows, across);
  // Of many names the first say most; of an order the first alone would say nothing, but there is a page for more.
  const columns = all.slice(0, MOST_COLUMNS);
  const found = new Map<string, { keys: string[]; cells: Map<string, ExploreRow>; sum: number }>();
  for (const row of rows) {
    const keys = lines.map((key) => String(row[key] ?? ''));
    const id = JSON.stringify(keys);
    const line = found.get(id) ?? { keys, cells: new Map(), sum: 0 };
    line.cells.set(String(row[across] ?? ''), row);
    line.sum += numberOf(row, 'total');
    found.set(id, line);
  }
  const orders = lines.map(orderOf);
  const sorted = [...found.values()].sort((a, b) => {
    for (const [at, order] of orders.entries()) {
      const before = order?.(a.keys[at] ?? '', b.keys[at] ?? '') ?? 0;
      if (before !== 0) return before;
    }
    return b.sum - a.sum;
  });
  return {
    lines,
    across,
    columns,
    more: all.length - columns.length,
    rows: sorted.map(({ keys, cells }) => ({ keys, cells, ...(sum ? { sum: sum([...cells.values()]) } : {}) })),
    ...(sum ? { sums: sumsOf(rows, { across, columns }, sum) } : {}),
  };
}

function sumsOf(
  rows: readonly ExploreRow[],
  { across, columns }: Pick<Pivot, 'across' | 'columns'>,
  sum: Sum,
): PivotRow {
  const under = (value: string): ExploreRow => sum(rows.filter((row) => String(row[across] ?? '') === value));
  return { keys: [], cells: new Map(columns.map((value) => [value, under(value)])), sum: sum(rows) };
}
