import { FIRST_DAY, LAST_DAY } from '#platform/contract/date-range.ts';
import { ok } from '#platform/contract/envelopes.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { EVENT_KINDS, type EventKind } from '#traffic/event/contract/event.ts';
import { extentEndpoints, type KindExtent } from '#traffic/event/contract/extent.ts';
import { trafficWhere } from './traffic-where.ts';

export interface ExtentSources {
  clickhouse: ClickHouse;
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
}

export const extentRoutes = (sources: ExtentSources): Route[] =>
  implement(extentEndpoints)({
    extent: async ({ scope, query, signal }) => {
      const info = await sources.packageInfo(scope, requirePackage(scope, query.package_name));
      return ok(await extentOf(scope, sources.clickhouse, { info, publisher: query.publisher ?? '' }, signal));
    },
  });

/** Where the data of a package or of one publisher lie, kind by kind; kinds without any are absent. */
async function extentOf(
  scope: Scope,
  ch: ClickHouse,
  { info: { package_name, time_zone }, publisher }: { info: PackageInfo; publisher: string },
  signal: AbortSignal,
): Promise<KindExtent[]> {
  const zone = typed('String', time_zone);
  const all = {
    package: package_name,
    from: FIRST_DAY,
    to: LAST_DAY,
    timeZone: time_zone,
    where: { publisher: [publisher] },
  };
  // Kind by kind the oldest and the newest stand at the ends of what is stored; all at once every event would be looked at.
  const ends = EVENT_KINDS.flatMap((kind) => {
    const where = trafficWhere(scope, { ...all, kinds: [kind] });
    return ['ASC', 'DESC'].map(
      (order) =>
        sql`SELECT kind, ts FROM traffic WHERE ${where} ORDER BY ts ${order === 'ASC' ? sql`ASC` : sql`DESC`} LIMIT 1`,
    );
  });
  const rows = await ch.query<{ kind: EventKind; first_day: string; last_day: string }>(
    sql`SELECT toString(kind) AS kind, toString(toDate(min(ts), ${zone})) AS first_day, toString(toDate(max(ts), ${zone})) AS last_day FROM (${joinSql(ends, ' UNION ALL ')}) GROUP BY kind`,
    { tag: 'extent', signal },
  );
  return rows.toSorted((a, b) => EVENT_KINDS.indexOf(a.kind) - EVENT_KINDS.indexOf(b.kind));
}
