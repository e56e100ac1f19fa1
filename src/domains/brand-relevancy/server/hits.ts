import type { EntryHit } from '#domains/brand-relevancy/contract/entry-endpoints.ts';
import { COVERS } from '#domains/brand-relevancy/contract/entry-terms.ts';
import { lastDays } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import type { EntryRow } from './entry-tags.ts';
import type { BrandParts } from './parts.ts';

const DAYS = 30;
const SHOWN = 50;

/** The version of what measured: which entry a hit is of, whatever it is called since. */
export const measuredBy = (id: number): string => `dv-entry-${id}`;

/** Hits of entries: by the entry, and for VAST by the name of its tag, whose requests video ads store. */
const ofEntry = ({ id, name, type }: Pick<EntryRow, 'id' | 'name' | 'type'>): Sql =>
  type === 'vast'
    ? sql`(kind IN ('vast_request', 'vast_tracking') AND creative = ${typed('String', name)} AND sdk_version = '')`
    : sql`sdk_version = ${typed('String', measuredBy(id))}`;

const inDays = (scope: Scope, info: PackageInfo): Sql => {
  const { from, to } = lastDays(info.today, DAYS);
  return trafficWhere(scope, { package: info.package_name, kinds: [], from, to, timeZone: info.time_zone, where: {} });
};

/** How many hits each entry had in the newest days. */
export async function hitCounts(
  scope: Scope,
  { clickhouse, packageInfo }: BrandParts,
  entries: readonly EntryRow[],
): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (const name of new Set(entries.map(({ packageName }) => packageName))) {
    const own = entries.filter(({ packageName }) => packageName === name);
    const info = await packageInfo(scope, name);
    const vast = own.flatMap((entry) => (entry.type === 'vast' ? [entry.name] : []));
    const rows = await clickhouse.query<{ measured: string; tag: string; n: number }>(
      sql`SELECT toString(sdk_version) AS measured, if(measured = '', toString(creative), '') AS tag, toUInt32(count()) AS n
        FROM traffic WHERE ${inDays(scope, info)}
          AND (has(${typed(
            'Array(String)',
            own.map(({ id }) => measuredBy(id)),
          )}, toString(sdk_version))
            OR (kind = 'vast_request' AND sdk_version = '' AND has(${typed('Array(String)', vast)}, toString(creative))))
        GROUP BY measured, tag`,
      { tag: 'brand-hits' },
    );
    for (const { id, name: tag, type } of own) {
      const found = rows.find((row) => (type === 'vast' ? row.tag === tag : row.measured === measuredBy(id)));
      counts.set(id, found?.n ?? 0);
    }
  }
  return counts;
}

export async function newestHits(
  scope: Scope,
  { clickhouse }: BrandParts,
  info: PackageInfo,
  entry: EntryRow,
): Promise<EntryHit[]> {
  return clickhouse.query<EntryHit>(
    sql`SELECT formatDateTime(ts, '%FT%TZ') AS at, toString(kind) AS kind,
        if(event_name = '', toString(kind), toString(event_name)) AS event, toString(verdict) AS verdict,
        toString(reason) AS reason, toString(ip_country) AS country,
        toString(creative) AS creative, toString(publisher) AS publisher, toString(sub_publisher) AS sub_publisher,
        if(handling_reason IN ${typed('Array(String)', COVERS)}, toString(handling_reason), '') AS cover, toString(declared_domain) AS domain, url AS page
      FROM traffic WHERE ${inDays(scope, info)} AND ${ofEntry(entry)}
      ORDER BY ts DESC, row_id LIMIT ${typed('UInt32', SHOWN)}`,
    { tag: 'brand-hits' },
  );
}
