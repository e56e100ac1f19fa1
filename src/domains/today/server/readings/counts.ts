import { addDays } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { EventKind, Verdict } from '#traffic/event/contract/event.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import type { Window } from '../window.ts';

/** Weeks before a day in which its weekday shows what is usual. */
export const USUAL_WEEKS = 4;

/** Events of a day by kind, verdict and reason. */
export interface Counted {
  day: string;
  kind: EventKind;
  verdict: Verdict;
  reason: string;
  events: number;
  /** Of them before `beforeUntil`: those of the days before that are compared. */
  compared: number;
}

export interface Counts {
  rows: readonly Counted[];
  /** Of the days told of. */
  now: readonly Counted[];
  /** Of the days before, up to the time of day it is now; what came later on the last of them is left out. */
  before: readonly Counted[];
  /** Whether any event of the days told of arrived since: what was there at the last visit is no news. */
  arrived: boolean;
  /** The last event of these rows that has happened, Unix milliseconds; 0 without any. */
  newest: number;
}

interface Read extends Counted {
  received: number;
  /** Unix milliseconds of the last that has happened; 0 where none has. */
  newest: number;
}

/** One reading for all that counts events by day. */
export async function readCounts(
  scope: Scope,
  ch: ClickHouse,
  { info, window, signal }: { info: PackageInfo; window: Window; signal: AbortSignal },
): Promise<Counts> {
  const { days, before, since, beforeUntil } = window;
  const [first = before.from] = [addDays(days.from, -7 * USUAL_WEEKS), before.from].toSorted();
  const where = trafficWhere(scope, {
    package: info.package_name,
    kinds: [],
    from: first,
    to: days.to,
    timeZone: info.time_zone,
    where: {},
  });
  const read = await ch.query<Read>(
    sql`SELECT toString(toDate(ts, ${typed('String', info.time_zone)})) AS day, toString(kind) AS kind,
      toString(verdict) AS verdict, toString(reason) AS reason, count() AS events,
      countIf(ts < ${typed("DateTime64(3, 'UTC')", beforeUntil)}) AS compared, toUnixTimestamp(max(received_at)) AS received,
      toUnixTimestamp64Milli(maxIf(ts, ts <= ${typed("DateTime64(3, 'UTC')", window.now)})) AS newest
      FROM traffic WHERE ${where} GROUP BY day, kind, verdict, reason ORDER BY day, kind, verdict, reason`,
    { tag: 'today-counts', signal },
  );
  const within = (from: string, to: string): Read[] => read.filter(({ day }) => day >= from && day <= to);
  const now = within(days.from, days.to);
  return {
    rows: read,
    now,
    before: within(before.from, before.to)
      .map((row) => ({ ...row, events: row.compared }))
      .filter(({ events }) => events > 0),
    arrived: now.some(({ received }) => received >= Math.floor(since.getTime() / 1000)),
    newest: read.reduce((last, { newest }) => Math.max(last, newest), 0),
  };
}

/** Known bots lie outside of totals, as everywhere. */
export const total = (rows: readonly Counted[]): number =>
  rows.reduce((sum, { verdict, events }) => (verdict === 'filtered' ? sum : sum + events), 0);

export const fraudIn = (rows: readonly Counted[]): number =>
  rows.reduce((sum, { verdict, events }) => (verdict === 'fraud' ? sum + events : sum), 0);
