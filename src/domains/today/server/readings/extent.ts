import { FIRST_DAY, LAST_DAY } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import type { Window } from '../window.ts';

/** Where the events of the caller begin and end. Moments are ISO, null without any. */
export interface Extent {
  oldest_day: string | null;
  /** Of those that have happened. */
  newest_at: string | null;
  newest_day: string | null;
  /** Events dated after now, and the last of them. */
  future: number;
  future_at: string | null;
}

interface Ends {
  oldest: string;
  newest: string;
  newest_at: string;
  past: number;
}

/** Kind by kind the oldest and the newest stand at the ends of what is stored; at once every event would be looked at. */
export async function readExtent(
  scope: Scope,
  ch: ClickHouse,
  { info, window, signal }: { info: PackageInfo; window: Window; signal: AbortSignal },
): Promise<Extent> {
  const ever = { package: info.package_name, from: FIRST_DAY, to: LAST_DAY, timeZone: info.time_zone, where: {} };
  const zone = typed('String', info.time_zone);
  const now = typed("DateTime64(3, 'UTC')", window.now);
  const ends = EVENT_KINDS.flatMap((kind) => {
    const where = trafficWhere(scope, { ...ever, kinds: [kind] });
    return [sql`ASC`, sql`DESC`].map(
      (order) => sql`SELECT ts FROM traffic WHERE ${where} AND ts <= ${now} ORDER BY ts ${order} LIMIT 1`,
    );
  });
  const options = { tag: 'today-extent', signal };
  const [[found], [later]] = await Promise.all([
    ch.query<Ends>(
      sql`SELECT toString(toDate(min(ts), ${zone})) AS oldest, toString(toDate(max(ts), ${zone})) AS newest,
        formatDateTime(max(ts), '%FT%TZ') AS newest_at, count() AS past FROM (${joinSql(ends, ' UNION ALL ')})`,
      options,
    ),
    ch.query<{ events: number; last: string }>(
      sql`SELECT count() AS events, formatDateTime(max(ts), '%FT%TZ') AS last FROM traffic
        WHERE ${trafficWhere(scope, { ...ever, kinds: [...EVENT_KINDS] })} AND ts > ${now}`,
      options,
    ),
  ]);
  const past = found && found.past > 0 ? found : undefined;
  const future = later?.events ?? 0;
  return {
    oldest_day: past?.oldest ?? null,
    newest_at: past?.newest_at ?? null,
    newest_day: past?.newest ?? null,
    future,
    future_at: future > 0 ? (later?.last ?? null) : null,
  };
}
