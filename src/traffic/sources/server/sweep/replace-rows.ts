import { addDays } from '#platform/contract/date-range.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { openScratch } from '#traffic/event/server/scratch.ts';

/** Days (UTC, YYYY-MM-DD, both included) of one month: what is written in one insert lies in one partition. */
export interface DaysOfPackage {
  package: string;
  from: string;
  to: string;
}

/** The newest version of the rows of each day. */
export type Versions = ReadonlyMap<string, string>;

/** Of the days, and of those so many before and after them. */
export async function versionsOf(
  ch: ClickHouse,
  table: 'source_day' | 'source_fact',
  { package: packageName, from, to }: DaysOfPackage,
  { before = 0, after = 0 }: { before?: number; after?: number } = {},
): Promise<Versions> {
  const rows = await ch.query<{ day: string; version: string }>(
    sql`SELECT toString(t.day) AS day, toString(max(version)) AS version FROM ${trusted(table)} AS t
      WHERE package = ${typed('String', packageName)} AND t.day >= ${typed('Date', addDays(from, -before))}
        AND t.day <= ${typed('Date', addDays(to, after))} GROUP BY t.day ORDER BY t.day`,
    // Not in the heavy lane: a sweep reads ahead there, and this takes no time.
    { tag: 'sweep-versions' },
  );
  return new Map(rows.map(({ day, version }) => [day, version]));
}

/** The columns that tell rows of `source_day` and `source_fact` apart within a package. */
export const SOURCE_KEYS = ['day', 'level', 'publisher', 'sub_publisher', 'family'] as const;

/**
 * Brings the rows of some days of a package to what the table `wanted` says: the differing ones as a newer version, a
 * mark over those that are gone. Doing it again, also after it was broken off, ends in the same rows. Returns the
 * sources that changed, none when nothing did, and the version of their rows. What is stored is read once and kept as a
 * hash a row: a hundred columns of all its versions, read twice at once, need more memory than a statement has.
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
  const keys = trusted(SOURCE_KEYS.join(', '));
  const columns = trusted([...SOURCE_KEYS, ...values].join(', '));
  const name = trusted(table);
  const ofPackage = typed('String', packageName);
  const where = sql`package = ${ofPackage} AND day >= ${typed('Date', from)} AND day <= ${typed('Date', to)} AND ${among}`;
  // Through text: a hash of NULL would be NULL, and equal to nothing.
  const hash = sql`cityHash64(toString(tuple(${columns})))`;
  const kept = sql`day Date, level String, publisher String, sub_publisher String, family String, hash UInt64`;
  await using scratch = openScratch(ch);
  const stored = await scratch.table(kept, sql`Memory`);
  await ch.command(sql`INSERT INTO ${stored} SELECT ${keys}, ${hash} FROM ${name} FINAL WHERE ${where}`, {
    tag: 'sweep-stored',
  });
  const [found] = await ch.query<{ version: string }>(
    sql`SELECT toString(greatest(toUnixTimestamp64Micro(now64(6)), toInt64(max(version)) + 1)) AS version FROM ${name} WHERE ${where}`,
  );
  const version = typed('UInt64', found?.version ?? '1');
  const write = (written: Sql, rows: Sql, isDeleted: 0 | 1) =>
    ch.command(
      sql`INSERT INTO ${name} (package, ${written}, version, is_deleted)
        SELECT ${ofPackage}, ${written}, ${version}, ${typed('UInt8', isDeleted)} FROM ${rows}`,
      // Of one month, so that a statement ends as one part or none.
      { tag: 'sweep-replace', settings: { max_partitions_per_insert_block: 1 } },
    );
  await write(columns, sql`${wanted} WHERE ${hash} NOT IN (SELECT hash FROM ${stored})`, 0);
  await write(keys, sql`${stored} WHERE (${keys}) NOT IN (SELECT ${keys} FROM ${wanted})`, 1);
  const [changed] = await ch.query<{ n: number }>(
    sql`SELECT count() AS n FROM ${name} WHERE ${where} AND version = ${version}`,
  );
  return { changed: changed?.n ?? 0, version: found?.version ?? '1' };
}
