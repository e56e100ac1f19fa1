import type { Measures } from '../contract/measure.ts';
import { readerOf } from './derive.ts';
import type { Query, RawRow } from './query.ts';

/** Rows in the order of their SQL: by value, equal ones by name; names compare by their bytes as in the engine. */
export function inOrder(rows: readonly RawRow[], order: Query['order'], all: Measures): RawRow[] {
  const by = order?.by ?? 'name';
  const read = readerOf(all, by);
  const named = rows.map((row) => ({ row, name: Buffer.from(row.name ?? ''), value: Number(read(row)) }));
  const turn = order?.descending ? -1 : 1;
  named.sort((a, b) => {
    const names = Buffer.compare(a.name, b.name);
    if (by === 'name') return turn * names;
    return turn * (a.value - b.value) || names;
  });
  return named.map(({ row }) => row);
}
