import { and, eq, inArray } from 'drizzle-orm';
import { integrityAudit } from '#domains/integrity/contract/audit.ts';
import type { IntegrityKind } from '#domains/integrity/contract/kinds.ts';
import type { Place } from '#domains/integrity/contract/place-endpoints.ts';
import { leavesNobody } from '#domains/integrity/contract/places.ts';
import { isAllowed } from '#platform/contract/charts/world.ts';
import { addDays } from '#platform/contract/date-range.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { lastDay } from '#traffic/event/server/newest-day.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import type { IntegrityParts } from './parts.ts';
import { placeTable } from './tables.ts';

const DAYS = 30;

interface Observed {
  key: string;
  country: string;
  requests: number;
}

/** Campaigns with the countries they allow, beside those their requests came from. */
export async function listPlaces(
  scope: Scope,
  parts: IntegrityParts,
  kind: IntegrityKind,
  name: string,
): Promise<Place[]> {
  requireMay(scope, 'tracking.read');
  const campaigns = await parts.trackedCampaigns(scope, requirePackage(scope, name));
  if (campaigns.length === 0) return [];
  const ids = campaigns.map(({ id }) => id);
  const own = and(inArray(placeTable.campaignId, ids), eq(placeTable.kind, kind));
  const rows = await parts.database.db.select().from(placeTable).where(own);
  const info = await parts.packageInfo(scope, name);
  const to = await lastDay(parts.clickhouse, info);
  const days = { from: addDays(to, 1 - DAYS), to };
  const where = trafficWhere(scope, { package: name, kinds: [kind], ...days, timeZone: info.time_zone, where: {} });
  const keys = campaigns.map(({ key }) => key);
  const seen = await parts.clickhouse.query<Observed>(
    sql`SELECT toString(campaign_id) AS key, toString(ip_country) AS country, count() AS requests FROM traffic
      WHERE ${where} AND handling != '' AND campaign_id IN ${typed('Array(String)', keys)}
      GROUP BY key, country ORDER BY requests DESC, country`,
    { tag: 'integrity-places' },
  );
  return campaigns.map(({ id, name: campaign, key, countries: taken }) => {
    const row = rows.find(({ campaignId }) => campaignId === id);
    const countries = row?.countries ?? [];
    const here = seen
      .filter((each) => each.key === key)
      .map(({ country, requests }) => ({
        country,
        requests,
        allowed: isAllowed(countries, country),
      }));
    return {
      campaign_id: id,
      campaign,
      key,
      countries,
      campaign_countries: [...taken],
      nobody: leavesNobody(countries, taken),
      observed: here,
      outside: here.reduce((sum, each) => sum + (each.allowed ? 0 : each.requests), 0),
      total: here.reduce((sum, { requests }) => sum + requests, 0),
      ...days,
      updated_by: row?.updatedBy ?? null,
      updated_at: row?.updatedAt.toISOString() ?? null,
    };
  });
}

export async function savePlaces(
  scope: Scope,
  parts: IntegrityParts,
  kind: IntegrityKind,
  { campaign_id: campaignId, countries: wanted }: { campaign_id: number; countries: readonly string[] },
): Promise<string[]> {
  requireMay(scope, 'tracking.write');
  const { packageName, name } = await parts.requireCampaign(scope, campaignId);
  const countries = [...new Set(wanted)].sort();
  await parts.database.db.transaction(async (tx) => {
    const values = { countries, updatedBy: scope.userName, updatedAt: parts.now() };
    await tx
      .insert(placeTable)
      .values({ campaignId, kind, ...values })
      .onConflictDoUpdate({ target: [placeTable.campaignId, placeTable.kind], set: values });
    const details = { kind, countries: countries.length };
    await audit(tx, scope, { action: integrityAudit.places, subject: name, package: packageName, details });
  });
  return countries;
}
