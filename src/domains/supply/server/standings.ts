import { and, desc, eq, ne } from 'drizzle-orm';
import { lastDays } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import type { StandingRow } from '../contract/supply-endpoints.ts';
import { STANDINGS, type Standing } from '../contract/supply-file.ts';
import { namesOf } from './in-force.ts';
import { ownSupply } from './own-supply.ts';
import type { SupplyParts } from './parts.ts';
import { supplyFile, supplyVersion } from './tables.ts';

const USUAL_DAYS = 7;
/** Sellers of traffic, those first who may not sell, and as many named ones; beyond that nobody reads on. */
const MOST = 5_000;

export interface AskedStandings {
  start_date?: string | undefined;
  end_date?: string | undefined;
  standing?: Standing | undefined;
  search?: string | undefined;
}

/** The days asked for, the last week unless said. */
export function daysOf({ start_date, end_date }: AskedStandings, { today }: Pick<PackageInfo, 'today'>) {
  const to = end_date ?? today;
  return { from: start_date ?? lastDays(to, USUAL_DAYS).from, to };
}

/** Every seller that traffic or a file names, those who may not sell and brought most first. */
export async function standings(
  scope: Scope,
  parts: SupplyParts,
  info: PackageInfo,
  asked: AskedStandings,
): Promise<StandingRow[]> {
  const name = ownSupply(scope, info.package_name);
  const seen = await seenSellers(scope, parts, info, daysOf(asked, info));
  const rows = [...seen, ...(await notSeen(parts, name, seen))];
  const wanted = asked.search?.trim().toLowerCase() ?? '';
  const place = (row: StandingRow) => STANDINGS.indexOf(row.standing);
  return rows
    .filter(
      (row) =>
        (asked.standing === undefined || row.standing === asked.standing) &&
        [row.site, row.system, row.account, ...row.publishers].some((text) => text.toLowerCase().includes(wanted)),
    )
    .sort((a, b) => place(a) - place(b) || b.events - a.events || (a.id < b.id ? -1 : 1));
}

async function seenSellers(
  scope: Scope,
  { clickhouse }: SupplyParts,
  { package_name, time_zone }: PackageInfo,
  days: { from: string; to: string },
): Promise<StandingRow[]> {
  const where = trafficWhere(scope, { package: package_name, kinds: [], ...days, timeZone: time_zone, where: {} });
  const stored = sql`FROM traffic WHERE ${where} AND declared_domain != '' AND position(system_domain, '.') > 0`;
  // Counting sellers is little work; who brought them is asked of those alone that are shown.
  const shown = sql`SELECT declared_domain, system_domain, seller_id, seller_check ${stored} GROUP BY ALL
    ORDER BY seller_check IN ('unauthorised', 'unknown_seller') DESC, count() DESC LIMIT ${typed('UInt32', MOST)}`;
  const rows = await clickhouse.query<Omit<StandingRow, 'id' | 'standing'> & { check: Standing | '' }>(
    sql`SELECT toString(declared_domain) AS site, toString(system_domain) AS system, toString(seller_id) AS account,
        toString(seller_check) AS check, toUInt32(count()) AS events,
        arraySort(topK(5)(toString(publisher))) AS publishers,
        formatDateTime(min(ts), '%Y-%m-%dT%H:%i:%SZ', 'UTC') AS first, formatDateTime(max(ts), '%Y-%m-%dT%H:%i:%SZ', 'UTC') AS last
      ${stored} AND (declared_domain, system_domain, seller_id, seller_check) IN (${shown})
      GROUP BY site, system, account, check`,
  );
  return rows.map(({ check, ...row }) => ({
    ...row,
    id: [row.site, row.system, row.account, check].join(' '),
    standing: check || 'unknown',
    publishers: row.publishers.filter((each) => each !== ''),
  }));
}

/** Whom the newest files of sites and apps name, and no event of these days came by. */
async function notSeen(
  { database: { db } }: SupplyParts,
  packageName: string,
  seen: readonly StandingRow[],
): Promise<StandingRow[]> {
  const versions = await db
    .selectDistinctOn([supplyVersion.fileId], { file: supplyFile, records: supplyVersion.records })
    .from(supplyVersion)
    .innerJoin(supplyFile, eq(supplyFile.id, supplyVersion.fileId))
    .where(and(eq(supplyFile.packageName, packageName), ne(supplyFile.kind, 'sellers')))
    .orderBy(supplyVersion.fileId, desc(supplyVersion.validFrom), desc(supplyVersion.id));
  const keyOf = (system: string, account: string) =>
    `${system.toLowerCase().replace(/^www\./, '')}\n${account.toLowerCase()}`;
  const came = new Set(seen.map(({ system, account }) => keyOf(system, account)));
  return versions
    .flatMap(({ file, records }) =>
      records
        .filter(({ system, account }) => !came.has(keyOf(system, account)))
        .map(({ system, account }): StandingRow => {
          const site = namesOf(file).join(', ');
          const id = `${file.id} ${system} ${account}`;
          return {
            id,
            site,
            system,
            account,
            standing: 'not_seen',
            events: 0,
            publishers: [],
            first: null,
            last: null,
          };
        }),
    )
    .slice(0, MOST);
}
