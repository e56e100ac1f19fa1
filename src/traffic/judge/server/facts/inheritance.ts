/**
 * Events inherit the reason of a fraudulent install of their person. When installs are judged anew, what their events will
 * inherit is made from the installs as they will be, before anything is written: a preview asks the same question, and a
 * process killed between the two writes finds its installs still differing when it begins again.
 */
import type { ClickHouse, QueryOptions } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { withWorkTable } from '#traffic/event/server/work-table.ts';
import { storedRows } from '../verdicts/write-changes.ts';
import { origins } from './window-facts.ts';

const COLUMNS = sql`row_id UUID, person UInt64, ts DateTime64(3, 'UTC'), verdict LowCardinality(String), reason LowCardinality(String)`;

const inherited = (verdict: Sql, reason: Sql): Sql => sql`if(${verdict} = 'fraud', ${reason}, '')`;

/** Where a caller gets judged rows of `storedRows` from, narrowed by a condition. */
export type JudgedWhere = <R>(where: Sql, next: (rows: Sql) => Promise<R>) => Promise<R>;

/** Installs that may leave something to events. */
export const INSTALLS = sql`kind = 'install' AND person != 0`;

/**
 * Hands `work` a table of the installs that will leave something else to their events; undefined when there are none.
 * `judge` is given what takes judged installs, with their old verdicts beside the new ones.
 */
export function withChangingInstalls<T>(
  ch: ClickHouse,
  judge: (take: (rows: Sql) => Promise<void>) => Promise<void>,
  options: QueryOptions,
  work: (installs: Sql | undefined) => Promise<T>,
): Promise<T> {
  return withWorkTable(ch, COLUMNS, sql`MergeTree ORDER BY person`, async (installs) => {
    await judge((rows) =>
      ch.command(
        sql`INSERT INTO ${installs} SELECT row_id, person, ts, toString(verdict), reason FROM (${rows})
          WHERE ${inherited(sql`toString(old_verdict)`, sql`toString(old_reason)`)} != ${inherited(sql`toString(verdict)`, sql`toString(reason)`)}`,
        { ...options, lane: 'heavy' },
      ),
    );
    const [found] = await ch.query<{ n: number }>(sql`SELECT count() AS n FROM ${installs}`, options);
    return work(found?.n ? installs : undefined);
  });
}

/** The events that may inherit from these installs. */
export const heirsOf = (installs: Sql): Sql =>
  sql`kind IN ('app_event', 're_event') AND person IN (SELECT person FROM ${installs})`;

/** `storedRows` of the events with the reason of their install as it will be; installs that do not change as they are. */
export function inheritingRows(packageName: string, installs: Sql, events: Sql): Sql {
  const ofPackage = sql`package = ${typed('String', packageName)}`;
  const key = sql`row_id, package, person, kind, ts, verdict, reason`;
  const families = sql`
SELECT row_id, ${typed('String', packageName)} AS package, person, 'install' AS kind, ts, verdict, reason FROM ${installs}
UNION ALL SELECT ${key} FROM (SELECT * REPLACE (toString(verdict) AS verdict, toString(kind) AS kind) FROM traffic
  WHERE ${ofPackage} AND kind = 'install' AND person IN (SELECT person FROM ${installs})
    AND row_id NOT IN (SELECT row_id FROM ${installs}))
UNION ALL SELECT ${key} FROM (SELECT * REPLACE (toString(verdict) AS verdict, toString(kind) AS kind) FROM traffic WHERE ${events})`;
  return sql`
SELECT r.* REPLACE (toLowCardinality(ifNull(o.origin_reason, '')) AS origin_reason)
FROM (${storedRows(events)}) AS r LEFT ANY JOIN (${origins(families)}) AS o ON r.row_id = o.row_id`;
}
