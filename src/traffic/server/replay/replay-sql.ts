/**
 * Stored events under a draft of the rules, against what they are booked as. Written once for the preview and for the
 * count a saved version is recorded with, so that the two cannot differ.
 */
import type { ClickHouse, QueryOptions } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { withJudged } from '../judge/judged.ts';
import type { Policy } from '../judge/load-policy.ts';
import { origins } from '../judge/window-facts.ts';
import { withWorkTable } from '../judge/work-table.ts';
import { storedRows } from '../judge/write-changes.ts';
import { touchedBy } from './touched-rows.ts';

/** What a comparison is read by, the same in both parts. */
const COLUMNS = sql`row_id, toString(kind) AS kind, ts, toString(publisher) AS publisher, toString(currency) AS currency, cost,
  toString(old_verdict) AS old_verdict, toString(old_reason) AS old_reason,
  toString(verdict) AS verdict, toString(reason) AS reason, hits`;

/** All events of a package from a moment on: no end, so that the events of an install in it lie in it too. */
export interface Reach {
  package: string;
  from: Date;
}

export interface ReplayStores {
  clickhouse: ClickHouse;
  database: Database;
}

const ofPackage = ({ package: name }: Reach): Sql => sql`package = ${typed('String', name)}`;
const moment = ({ from }: Reach): Sql => sql`${typed("DateTime64(3, 'UTC')", from)}`;

export const within = (reach: Reach): Sql => sql`${ofPackage(reach)} AND ts >= ${moment(reach)}`;

/**
 * Hands `work` the events whose verdict or reason differs under `policy`, which judges all of the reach.
 *
 * Installs first: their events inherit from them. Those that change what is inherited are put aside (the table is gone
 * afterwards, and traffic is only read); without any, events are judged by what they have inherited already.
 */
export async function withChangedRows<T>(
  { clickhouse: ch, database }: ReplayStores,
  { reach, policy, options }: { reach: Reach; policy: Policy; options: QueryOptions },
  work: (changed: Sql) => Promise<T>,
): Promise<T> {
  const isTouched = await touchedBy(ch, database, { package: reach.package, within: within(reach), policy }, options);
  const judged = <R>(where: Sql, next: (rows: Sql) => Promise<R>): Promise<R> =>
    withJudged(ch, storedRows(sql`${within(reach)} AND ${isTouched} AND ${where}`), policy, next);
  return withWorkTable(ch, INSTALL_COLUMNS, sql`MergeTree ORDER BY person`, async (installs) => {
    const inherited = (verdict: Sql, reason: Sql): Sql => sql`if(${verdict} = 'fraud', ${reason}, '')`;
    await judged(sql`kind = 'install' AND person != 0`, (rows) =>
      ch.command(
        sql`INSERT INTO ${installs} SELECT row_id, person, ts, toString(verdict), reason FROM (${rows})
          WHERE ${inherited(sql`old_verdict`, sql`old_reason`)} != ${inherited(sql`verdict`, sql`reason`)}`,
        { ...options, lane: 'heavy' },
      ),
    );
    const [found] = await ch.query<{ installs: number }>(sql`SELECT count() AS installs FROM ${installs}`, options);
    if (!found?.installs) return judged(sql`1`, (rows) => work(differing(rows)));
    const touched = sql`kind IN ('app_event', 're_event') AND person IN (SELECT person FROM ${installs})`;
    const heirs = inheritingRows(reach, installs, sql`${within(reach)} AND ${touched}`);
    return judged(sql`NOT (${touched})`, (rest) =>
      withJudged(ch, heirs, policy, (inheriting) => work(sql`${differing(rest)} UNION ALL ${differing(inheriting)}`)),
    );
  });
}

const INSTALL_COLUMNS = sql`row_id UUID, person UInt64, ts DateTime64(3, 'UTC'), verdict LowCardinality(String), reason LowCardinality(String)`;

const differing = (rows: Sql): Sql =>
  sql`SELECT ${COLUMNS} FROM (${rows}) WHERE old_verdict != verdict OR old_reason != reason`;

/** Events of touched persons with the reason of their install as it would be; installs that do not change as they are. */
function inheritingRows(reach: Reach, installs: Sql, events: Sql): Sql {
  const key = sql`row_id, package, person, kind, ts, verdict, reason`;
  const families = sql`
SELECT row_id, ${typed('String', reach.package)} AS package, person, 'install' AS kind, ts, verdict, reason FROM ${installs}
UNION ALL SELECT ${key} FROM (SELECT * REPLACE (toString(verdict) AS verdict, toString(kind) AS kind) FROM traffic
  WHERE ${ofPackage(reach)} AND kind = 'install' AND person IN (SELECT person FROM ${installs})
    AND row_id NOT IN (SELECT row_id FROM ${installs}))
UNION ALL SELECT ${key} FROM (SELECT * REPLACE (toString(verdict) AS verdict, toString(kind) AS kind) FROM traffic WHERE ${events})`;
  return sql`
SELECT r.* REPLACE (toLowCardinality(ifNull(o.origin_reason, '')) AS origin_reason)
FROM (${storedRows(events)}) AS r LEFT ANY JOIN (${origins(families)}) AS o ON r.row_id = o.row_id`;
}
