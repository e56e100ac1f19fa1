import { numberIn, type Row } from '../rows.ts';

export interface Slice {
  /** Filter value; undefined for the sum of the rest. */
  key: string | undefined;
  row: Row | undefined;
  value: number;
  /** Of the whole, 0..1. */
  share: number;
  /** Where the slice begins on the ring, 0..1. */
  start: number;
}

/** More than five slices cannot be told apart: the rest is one. */
const MOST_SLICES = 5;

/** How the rows share what `measure` counts. */
export function slicesOf(rows: readonly Row[], measure: string): { slices: Slice[]; total: number } {
  const count = (row: Row): number => numberIn(row, measure) ?? 0;
  const sorted = rows.filter((row) => count(row) > 0).sort((a, b) => count(b) - count(a));
  const total = sorted.reduce((sum, row) => sum + count(row), 0);
  const single = sorted.length > MOST_SLICES ? sorted.slice(0, MOST_SLICES - 1) : sorted;
  const rest = sorted.slice(single.length).reduce((sum, row) => sum + count(row), 0);
  const parts: Pick<Slice, 'key' | 'row' | 'value'>[] = single.map((row) => ({ key: row.key, row, value: count(row) }));
  if (rest > 0) parts.push({ key: undefined, row: undefined, value: rest });
  let start = 0;
  const slices = parts.map((part) => {
    const share = part.value / total;
    const slice = { ...part, share, start };
    start += share;
    return slice;
  });
  return { slices, total };
}
