/**
 * Stored events under a draft of the rules, against what they are booked as. Written once for the preview and for the
 * count a saved version is recorded with, so that the two cannot differ.
 */
import type { ClickHouse, QueryOptions } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { withRowsToJudge } from '#traffic/judge/server/choose/rows-to-judge.ts';
import { withTouched } from '#traffic/judge/server/choose/touched-rows.ts';
import {
  heirsOf,
  INSTALLS,
  inheritingRows,
  type JudgedWhere,
  withChangingInstalls,
} from '#traffic/judge/server/facts/inheritance.ts';
import type { Policy } from '#traffic/judge/server/load-policy.ts';
import { withJudged } from '#traffic/judge/server/verdicts/judged.ts';

/** What a comparison is read by, the same in both parts. */
const COLUMNS = sql`row_id, toString(kind) AS kind, ts, toString(publisher) AS publisher, toString(campaign) AS campaign,
  toString(currency) AS currency, cost, toString(old_verdict) AS old_verdict, toString(old_reason) AS old_reason, old_hits,
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
  {
    reach,
    policy,
    versions,
    options,
  }: { reach: Reach; policy: Policy; versions?: readonly number[] | undefined; options: QueryOptions },
  work: (changed: Sql) => Promise<T>,
): Promise<T> {
  const touching = { package: reach.package, within: within(reach), range: { from: reach.from }, policy, versions };
  const heavy: QueryOptions = { ...options, lane: 'heavy' };
  return withTouched(ch, database, touching, heavy, (touched) =>
    withRowsToJudge(ch, { within: within(reach), policy, touched }, heavy, async ({ rows, known }) => {
      const judged: JudgedWhere = (where, next) => withJudged(ch, rows(where), policy, next, known);
      if (!touched.known.kinds.has('install')) return judged(sql`true`, (all) => work(differing(all)));
      return withChangingInstalls(
        ch,
        (take) => judged(INSTALLS, take),
        options,
        (installs) => {
          if (!installs) return judged(sql`true`, (all) => work(differing(all)));
          const inheriting = heirsOf(installs);
          const heirs = inheritingRows(reach.package, installs, sql`${within(reach)} AND ${inheriting}`);
          return judged(sql`NOT (${inheriting})`, (rest) =>
            withJudged(ch, heirs, policy, (own) => work(sql`${differing(rest)} UNION ALL ${differing(own)}`)),
          );
        },
      );
    }),
  );
}

const differing = (rows: Sql): Sql =>
  sql`SELECT ${COLUMNS} FROM (${rows}) WHERE old_verdict != verdict OR old_reason != reason`;
