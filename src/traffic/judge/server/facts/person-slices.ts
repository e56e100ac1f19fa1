import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { withWorkTable } from '#traffic/event/server/work-table.ts';

/** Bounds the memory of one step: about 250 MB of sorts and joins. */
const ROWS_PER_SLICE = 500_000;

/**
 * Remembers a set of persons for the length of `work` and hands out conditions over `traffic`, each of which selects
 * all events of some of them; together they select all of them.
 */
export function withPersons<T>(
  ch: ClickHouse,
  packageName: string,
  persons: Sql,
  work: (slices: readonly Sql[]) => Promise<T>,
): Promise<T> {
  return withWorkTable(ch, sql`person UInt64`, sql`MergeTree ORDER BY person`, async (table) => {
    await ch.command(sql`INSERT INTO ${table} ${persons}`, { tag: 'judge-persons' });
    const all = sql`package = ${typed('String', packageName)} AND person IN (SELECT person FROM ${table})`;
    const [found] = await ch.query<{ rows: number }>(sql`SELECT count() AS rows FROM traffic WHERE ${all}`, {
      lane: 'heavy',
    });
    const count = Math.ceil((found?.rows ?? 0) / ROWS_PER_SLICE);
    const slices = Array.from(
      { length: count },
      (_, slice) => sql`${all} AND cityHash64(person) % ${typed('UInt32', count)} = ${typed('UInt32', slice)}`,
    );
    return work(slices);
  });
}
