import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';

/** Days (UTC, YYYY-MM-DD, both included) of one month: what is written in one insert lies in one partition. */
export interface DaysOfPackage {
  package: string;
  from: string;
  to: string;
}

/** The columns that tell rows of `source_day` and `source_fact` apart within a package. */
export const SOURCE_KEYS = ['day', 'level', 'publisher', 'sub_publisher', 'family'] as const;

/**
 * Brings the rows of some days of a package to what `wanted` says: the differing ones as a newer version, a mark over those
 * that are gone. One insert into one partition, so all of it or nothing. Returns the sources that changed; doing it again
 * changes none.
 */
export async function replaceRows(
  ch: ClickHouse,
  table: 'source_day' | 'source_fact',
  { package: packageName, from, to }: DaysOfPackage,
  wanted: Sql,
  values: readonly string[],
  /** Which of the sources `wanted` speaks of; the rows of others stay. */
  among: Sql = sql`true`,
): Promise<{ changed: number; version: string }> {
  const keys = SOURCE_KEYS.join(', ');
  const columns = trusted([...SOURCE_KEYS, ...values].join(', '));
  const name = trusted(table);
  const where = sql`package = ${typed('String', packageName)} AND day >= ${typed('Date', from)} AND day <= ${typed('Date', to)} AND ${among}`;
  const stored = sql`SELECT ${columns} FROM ${name} FINAL WHERE ${where}`;
  // Through text: a hash of NULL would be NULL, and equal to nothing.
  const hash = trusted(`cityHash64(toString(tuple(${[...SOURCE_KEYS, ...values].join(', ')})))`);
  const [found] = await ch.query<{ version: string }>(
    sql`SELECT toString(greatest(toUnixTimestamp64Micro(now64(6)), toInt64(max(version)) + 1)) AS version FROM ${name} WHERE ${where}`,
  );
  const version = typed('UInt64', found?.version ?? '1');
  await ch.command(
    sql`INSERT INTO ${name} (package, ${columns}, version, is_deleted)
      SELECT ${typed('String', packageName)}, ${columns}, ${version}, deleted FROM (
        SELECT ${columns}, 0 AS deleted FROM (${wanted}) WHERE ${hash} NOT IN (SELECT ${hash} FROM (${stored}))
        UNION ALL
        SELECT ${columns}, 1 AS deleted FROM (${stored})
        WHERE ${trusted(`(${keys})`)} NOT IN (SELECT ${trusted(keys)} FROM (${wanted})))`,
    { tag: 'sweep-replace', settings: { max_partitions_per_insert_block: 1 } },
  );
  const [changed] = await ch.query<{ n: number }>(
    sql`SELECT count() AS n FROM ${name} WHERE ${where} AND version = ${version}`,
  );
  return { changed: changed?.n ?? 0, version: found?.version ?? '1' };
}
