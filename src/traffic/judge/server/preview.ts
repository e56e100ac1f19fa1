import type { ClickHouse, QueryOptions } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Scratch } from '#traffic/event/server/scratch.ts';
import type { MoneySql } from '#traffic/money/server/money-sql.ts';
import { rowsToJudge } from './choose/rows-to-judge.ts';
import { touchedRows } from './choose/touched-rows.ts';
import { changingInstalls, INSTALLS, inheritingRows, inheritsFrom } from './facts/inheritance.ts';
import { storedSource } from './facts/source-facts-sql.ts';
import type { Policy } from './load-policy.ts';
import { conditionOf, type EventsOf } from './rejudge.ts';
import { judged } from './verdicts/judged.ts';
import { storedRows } from './verdicts/write-changes.ts';

/**
 * All events of a package from a moment on: no end, so that the events of an install in it lie in it too. Clicks before
 * the moment that led to its installs follow them when a version is saved, and are not counted here.
 */
export interface Span {
  package: string;
  from: Date;
}

export const inSpan = ({ package: name, from }: Span): Sql =>
  sql`package = ${typed('String', name)} AND ts >= ${typed("DateTime64(3, 'UTC')", from)}`;

/** Time of the newest event of a span; its first moment where there is none. */
export async function lastMoment(clickhouse: ClickHouse, span: Span): Promise<Date> {
  const [found] = await clickhouse.query<{ ms: number }>(
    sql`SELECT toUnixTimestamp64Milli(max(ts)) AS ms FROM traffic WHERE ${inSpan(span)}`,
  );
  return new Date(Math.max(found?.ms ?? 0, span.from.getTime()));
}

export interface PreviewQuestion {
  span: Span;
  /** Judges all of the span. */
  policy: Policy;
  /** Versions the events were judged by, where the caller has asked already. */
  versions?: readonly number[] | undefined;
  /** What events of the span cost. */
  money: MoneySql;
}

/** What a comparison is read by. */
const columnsOf = ({
  amount,
  currency,
  assumed,
}: MoneySql): Sql => sql`row_id, toString(kind) AS kind, ts, toString(publisher) AS publisher, toString(sub_publisher) AS sub_publisher,
  toString(campaign) AS campaign, ${currency} AS spent_in, ${amount} AS spent, ${assumed} AS is_assumed, toString(old_verdict) AS old_verdict, toString(old_reason) AS old_reason, old_hits,
  toString(verdict) AS verdict, toString(reason) AS reason, hits`;

const differingFrom =
  (money: MoneySql) =>
  (rows: Sql): Sql =>
    sql`SELECT ${columnsOf(money)} FROM (${rows}) WHERE old_verdict != verdict OR old_reason != reason`;

/**
 * The stored events whose verdict or reason differs under a policy, against what they are booked as; to be read while
 * `scratch` lasts. Traffic is only read. Asked by the preview of a draft and by the count a saved version is recorded
 * with, so that the two cannot differ.
 *
 * Installs first: their events inherit from them. Those that change what is inherited are put aside; without any,
 * events are judged by what they have inherited already.
 */
export async function previewChanges(
  scratch: Scratch,
  database: Database,
  { span, policy, versions, money }: PreviewQuestion,
  options: QueryOptions,
): Promise<Sql> {
  const differing = differingFrom(money);
  const heavy: QueryOptions = { ...options, lane: 'heavy' };
  const within = inSpan(span);
  const touching = { package: span.package, within, range: { from: span.from }, policy, versions };
  const touched = await touchedRows(scratch, database, touching, heavy);
  if (!touched) return differing(storedRows(sql`false`));
  const { rows, hints } = await rowsToJudge(scratch, { within, policy, touched }, heavy);
  const judging: Judging = {
    package: span.package,
    judgedWhere: (where) => judged(scratch, rows(where), policy, hints),
    following: sql`${within}`,
    policy,
    money,
  };
  return differences(scratch, judging, touched.hints.kinds.has('install'), options);
}

/**
 * The stored events that `rejudge` would write if this policy were in force: those of the request, and wherever in time
 * they lie those that follow installs among them. To be read while `scratch` lasts; traffic is only read.
 */
export function previewRejudge(
  scratch: Scratch,
  request: EventsOf,
  { policy, money }: Pick<PreviewQuestion, 'policy' | 'money'>,
  options: QueryOptions,
): Promise<Sql> {
  const inSpan = { ...policy, source: storedSource(request.package, request) };
  const within = conditionOf(request);
  const judging: Judging = {
    package: request.package,
    judgedWhere: (where) => judged(scratch, storedRows(sql`${within} AND ${where}`), inSpan),
    following: sql`package = ${typed('String', request.package)}`,
    policy,
    money,
  };
  return differences(scratch, judging, true, options);
}

interface Judging {
  package: string;
  judgedWhere: (where: Sql) => Promise<Sql>;
  /** Where the events lie that may follow an install. */
  following: Sql;
  policy: Policy;
  money: MoneySql;
}

/** Rows that differ; those that follow an install which changes are judged by what they will inherit. */
async function differences(
  scratch: Scratch,
  { package: packageName, judgedWhere, following, policy, money }: Judging,
  hasInstalls: boolean,
  options: QueryOptions,
): Promise<Sql> {
  const differing = differingFrom(money);
  const changing = hasInstalls ? await changingInstalls(scratch, await judgedWhere(INSTALLS), options) : undefined;
  if (!changing) return differing(await judgedWhere(sql`true`));
  const inheriting = inheritsFrom(changing);
  const others = await judgedWhere(sql`NOT (${inheriting})`);
  const events = inheritingRows(packageName, changing, sql`${following} AND ${inheriting}`);
  return sql`${differing(others)} UNION ALL ${differing(await judged(scratch, events, policy))}`;
}
