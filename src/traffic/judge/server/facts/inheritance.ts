/**
 * Events inherit the reason of a fraudulent or suspect install of their person, and how sure it is, and so do clicks of
 * the install they led to. When installs are judged anew, what others will inherit is made from the installs as they
 * will be, before anything is written: a preview asks the same question, and a process killed between the two writes
 * finds its installs still differing when it begins again.
 */
import type { QueryOptions } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Scratch } from '#traffic/event/server/scratch.ts';
import { storedRows } from '../verdicts/write-changes.ts';
import { origins } from './window-facts.ts';

/** Kinds that inherit from an install of their person. */
export const INHERITING_KINDS = ['click', 'app_event', 're_event'] as const;
export const IS_INHERITING: Sql = sql`kind IN ('click', 'app_event', 're_event')`;

const COLUMNS = sql`row_id UUID, person UInt64, publisher LowCardinality(String), sub_publisher LowCardinality(String),
  ts DateTime64(3, 'UTC'), verdict LowCardinality(String), reason LowCardinality(String)`;

const inherited = (verdict: Sql, reason: Sql): Sql =>
  sql`if(${verdict} IN ('fraud', 'suspect'), concat(${verdict}, ' ', ${reason}), '')`;

/** Installs that may leave something to events. */
export const INSTALLS = sql`kind = 'install' AND person != 0`;

/**
 * A table of the installs that will leave something else to their events; undefined when there are none. `installs` are
 * judged rows of `INSTALLS`, with their old verdicts beside the new ones.
 */
export async function changingInstalls(
  scratch: Scratch,
  installs: Sql,
  options: QueryOptions,
): Promise<Sql | undefined> {
  const { clickhouse } = scratch;
  const table = await scratch.table(COLUMNS, sql`MergeTree ORDER BY person`);
  await clickhouse.command(
    sql`INSERT INTO ${table} SELECT row_id, person, publisher, sub_publisher, ts, toString(verdict), reason FROM (${installs})
      WHERE ${inherited(sql`toString(old_verdict)`, sql`toString(old_reason)`)} != ${inherited(sql`toString(verdict)`, sql`toString(reason)`)}`,
    { ...options, lane: 'heavy' },
  );
  const [found] = await clickhouse.query<{ n: number }>(sql`SELECT count() AS n FROM ${table}`, options);
  return found?.n ? table : undefined;
}

/** The events that may inherit from these installs. */
export const inheritsFrom = (installs: Sql): Sql =>
  sql`${IS_INHERITING} AND person IN (SELECT person FROM ${installs})`;

/**
 * `storedRows` of the events with the reason of their install as it will be; installs that do not change as they are.
 */
export function inheritingRows(packageName: string, installs: Sql, events: Sql): Sql {
  const ofPackage = sql`package = ${typed('String', packageName)}`;
  const key = sql`row_id, package, person, publisher, sub_publisher, kind, ts, verdict, reason`;
  const families = sql`
SELECT row_id, ${typed('String', packageName)} AS package, person, publisher, sub_publisher, 'install' AS kind, ts, verdict, reason FROM ${installs}
UNION ALL SELECT ${key} FROM (SELECT * REPLACE (toString(verdict) AS verdict, toString(kind) AS kind) FROM traffic
  WHERE ${ofPackage} AND kind = 'install' AND person IN (SELECT person FROM ${installs})
    AND row_id NOT IN (SELECT row_id FROM ${installs}))
UNION ALL SELECT ${key} FROM (SELECT * REPLACE (toString(verdict) AS verdict, toString(kind) AS kind) FROM traffic WHERE ${events})`;
  return sql`
SELECT r.* REPLACE (toLowCardinality(ifNull(o.origin_reason, '')) AS origin_reason, toLowCardinality(ifNull(o.origin_verdict, '')) AS origin_verdict)
FROM (${storedRows(events)}) AS r LEFT ANY JOIN (${origins(families)}) AS o ON r.row_id = o.row_id`;
}
