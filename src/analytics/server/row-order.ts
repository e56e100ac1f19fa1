import type { SortKey } from '../contract/widget.ts';
import type { Query, RawRow } from './query.ts';

const VALUE: Record<Exclude<SortKey, 'name'>, (row: RawRow) => number> = {
  total: (row) => row.total,
  clean: (row) => row.total - row.fraud,
  fraud: (row) => row.fraud,
  suspect: (row) => row.suspect,
  fraud_percentage: (row) => row.fraud / row.total,
};

/** Rows in the order `ORDER_SQL` gives them: by value, equal ones by name; names compare by their bytes as in the engine. */
export function inOrder(rows: readonly RawRow[], order: Query['order']): RawRow[] {
  const named = rows.map((row) => ({ row, name: Buffer.from(row.name ?? '') }));
  const by = order?.by ?? 'name';
  const turn = order?.descending ? -1 : 1;
  named.sort((a, b) => {
    const names = Buffer.compare(a.name, b.name);
    if (by === 'name') return turn * names;
    return turn * (VALUE[by](a.row) - VALUE[by](b.row)) || names;
  });
  return named.map(({ row }) => row);
}
