import { FIRST_DAY, LAST_DAY, todayIn } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import type { Window } from '../window.ts';
import type { Counts } from './counts.ts';

/** Up to when there are events of the caller. Moments are ISO, null without any. */
export interface Extent {
  /** Of those that have happened. */
  newest_at: string | null;
  newest_day: string | null;
  /** Events dated after now, and the last of them. */
  future: number;
  future_at: string | null;
}

interface About {
  info: PackageInfo;
  window: Window;
  signal: AbortSignal;
  /** What was counted of the last weeks; only where nothing was, older events are looked for. */
  counts: Promise<Counts>;
}

export async function readExtent(scope: Scope, ch: ClickHouse, about: About): Promise<Extent> {
  const { info, counts } = about;
  const [later, { newest: counted }] = await Promise.all([futureEvents(scope, ch, about), counts]);
  const newest = counted > 0 ? counted : await newestEver(scope, ch, about);
  const at = newest > 0 ? new Date(newest) : null;
  return {
    newest_at: at?.toISOString() ?? null,
    newest_day: at && todayIn(info.time_zone, at),
    future: later?.events ?? 0,
    future_at: later && later.events > 0 ? new Date(later.last).toISOString() : null,
  };
}

const ever = ({ info }: Pick<About, 'info'>) => ({
  package: info.package_name,
  from: FIRST_DAY,
  to: LAST_DAY,
  timeZone: info.time_zone,
  where: {},
});

async function futureEvents(scope: Scope, ch: ClickHouse, about: About) {
  const where = trafficWhere(scope, { ...ever(about), kinds: [...EVENT_KINDS] });
  const [later] = await ch.query<{ events: number; last: number }>(
    sql`SELECT count() AS events, toUnixTimestamp64Milli(max(ts)) AS last FROM traffic
      WHERE ${where} AND ts > ${typed("DateTime64(3, 'UTC')", about.window.now)}`,
    { tag: 'today-extent', signal: about.signal },
  );
  return later;
}

/** Kind by kind the newest stands at the end of what is stored; all at once every event would be looked at. */
async function newestEver(scope: Scope, ch: ClickHouse, about: About): Promise<number> {
  const now = typed("DateTime64(3, 'UTC')", about.window.now);
  const newest = EVENT_KINDS.map((kind) => {
    const where = trafficWhere(scope, { ...ever(about), kinds: [kind] });
    return sql`SELECT ts FROM traffic WHERE ${where} AND ts <= ${now} ORDER BY ts DESC LIMIT 1`;
  });
  const [found] = await ch.query<{ newest: number; events: number }>(
    sql`SELECT toUnixTimestamp64Milli(max(ts)) AS newest, count() AS events FROM (${joinSql(newest, ' UNION ALL ')})`,
    { tag: 'today-extent', signal: about.signal },
  );
  return found && found.events > 0 ? found.newest : 0;
}
