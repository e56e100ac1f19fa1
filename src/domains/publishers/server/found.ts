import { addDays } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { lastDay } from '#traffic/event/server/newest-day.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';

/** Days of data that numbers beside a choice cover. */
const DAYS = 30;

/** What was found in the newest 30 days of data: events by the reason they have, and by each rule that hit them. */
export interface Found {
  reasons: ReadonlyMap<string, number>;
  hits: ReadonlyMap<string, number>;
  hitsOf: HitsOf;
}

/** Events of a publisher that a rule hit. */
export type HitsOf = (rule: string, publisher: string) => number;

export async function foundLately(
  scope: Scope,
  ch: ClickHouse,
  info: PackageInfo,
  kinds: readonly EventKind[],
  signal?: AbortSignal,
): Promise<Found> {
  const to = await lastDay(ch, info);
  const where = trafficWhere(scope, {
    package: requirePackage(scope, info.package_name),
    kinds,
    from: addDays(to, 1 - DAYS),
    to,
    timeZone: info.time_zone,
    where: {},
  });
  const options = { tag: 'publisher-configuration', ...(signal ? { signal } : {}) };
  const [reasons, hits] = await Promise.all([
    ch.query<{ name: string; events: number }>(
      sql`SELECT toString(reason) AS name, count() AS events FROM traffic
        WHERE ${where} AND reason != ${typed('String', '')} GROUP BY name`,
      options,
    ),
    ch.query<{ name: string; publisher: string; events: number }>(
      sql`SELECT toString(arrayJoin(hits)) AS name, toString(publisher) AS publisher, count() AS events FROM traffic
        WHERE ${where} AND notEmpty(hits) GROUP BY name, publisher`,
      options,
    ),
  ]);
  const byRule = new Map<string, number>();
  const byPublisher = new Map<string, number>();
  for (const { name, publisher, events } of hits) {
    byRule.set(name, (byRule.get(name) ?? 0) + events);
    byPublisher.set(`${name} ${publisher}`, events);
  }
  return {
    reasons: new Map(reasons.map(({ name, events }) => [name, events])),
    hits: byRule,
    hitsOf: (rule, publisher) => byPublisher.get(`${rule} ${publisher}`) ?? 0,
  };
}
