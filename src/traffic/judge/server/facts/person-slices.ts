import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Scratch } from '#traffic/event/server/scratch.ts';

/** Bounds the memory of one step: about 250 MB of sorts and joins. */
const ROWS_PER_SLICE = 500_000;

/**
 * Remembers a set of persons (a SELECT of one column) for as long as `scratch` lasts and answers conditions over
 * `traffic`, each of which selects all events of some of them; together they select all of them.
 */
export async function personSlices(scratch: Scratch, packageName: string, persons: Sql): Promise<Sql[]> {
  const { clickhouse } = scratch;
  const table = await scratch.table(sql`person UInt64`, sql`MergeTree ORDER BY person`);
  await clickhouse.command(sql`INSERT INTO ${table} ${persons}`, { tag: 'judge-persons' });
  const all = sql`package = ${typed('String', packageName)} AND person IN (SELECT person FROM ${table})`;
  const [found] = await clickhouse.query<{ rows: number }>(sql`SELECT count() AS rows FROM traffic WHERE ${all}`, {
    lane: 'heavy',
  });
  const count = Math.ceil((found?.rows ?? 0) / ROWS_PER_SLICE);
  return Array.from(
    { length: count },
    (_, slice) => sql`${all} AND cityHash64(person) % ${typed('UInt32', count)} = ${typed('UInt32', slice)}`,
  );
}
