import type { BoardRow } from '../../contract/rows.ts';

export interface Slice {
  /** Filter value; undefined for the sum of the rest. */
  key: string | undefined;
  row: BoardRow | undefined;
  value: number;
  /** Of the whole, 0..1. */
  share: number;
  /** Where the slice begins on the ring, 0..1. */
  start: number;
}

/** More than five slices cannot be told apart: the rest is one. */
const MOST_SLICES = 5;

/** Suspect and fraud are both a find; a ring of finds shows both. */
const found = (row: BoardRow): number => row.total;

export function slicesOf(rows: readonly BoardRow[]): { slices: Slice[]; total: number } {
  const sorted = rows.filter((row) => found(row) > 0).sort((a, b) => found(b) - found(a));
  const total = sorted.reduce((sum, row) => sum + found(row), 0);
  const single = sorted.length > MOST_SLICES ? sorted.slice(0, MOST_SLICES - 1) : sorted;
  const rest = sorted.slice(single.length).reduce((sum, row) => sum + found(row), 0);
  const parts: Pick<Slice, 'key' | 'row' | 'value'>[] = single.map((row) => ({ key: row.key, row, value: found(row) }));
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
