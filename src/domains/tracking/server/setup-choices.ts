import { asc, eq } from 'drizzle-orm';
import type { campaignEndpoints, landingPageEndpoints } from '#domains/tracking/contract/setup-endpoints.ts';
import { MACROS, PAY_MODELS } from '#domains/tracking/contract/terms.ts';
import { addDays } from '#platform/contract/date-range.ts';
import type { Out } from '#platform/contract/endpoint.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { lastDay } from '#traffic/event/server/newest-day.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import { landingChoices } from './landing-store.ts';
import { campaignChoices, ownCampaigns } from './own-campaign.ts';
import type { SetupParts } from './setup-parts.ts';
import { campaignTable, goalTable } from './tables.ts';

type CampaignChoices = Out<(typeof campaignEndpoints.choices)['response']>['data'];
type LandingChoices = Out<(typeof landingPageEndpoints.choices)['response']>['data'];

const DAYS = 30;

/** What the form of a campaign offers: stored names only. */
export async function choicesOfCampaigns(scope: Scope, parts: SetupParts, name: string): Promise<CampaignChoices> {
  const { database, publisherRegister, packageInfo } = parts;
  const info = await packageInfo(scope, requirePackage(scope, name));
  const [campaigns, pages, publishers, traffic, goals] = await Promise.all([
    campaignChoices(scope, database.db, name),
    landingChoices(database.db, name),
    publisherRegister.ofPackage(database.db, name),
    namesOfTraffic(scope, parts, info),
    database.db
      .selectDistinct({ event: goalTable.event })
      .from(goalTable)
      .innerJoin(campaignTable, eq(campaignTable.id, goalTable.campaignId))
      .where(ownCampaigns(scope, name))
      .orderBy(asc(goalTable.event)),
  ]);
  return {
    publishers: publishers.map(({ id, name: called }) => ({ id, name: called })),
    landing_pages: pages.map(({ id, name: called }) => ({ id, name: called })),
    campaigns: campaigns.map(({ id, name: called }) => ({ id, name: called })),
    events: [...new Set([...goals.map(({ event }) => event), ...traffic.events])].sort(),
    agencies: traffic.vendors,
    payout_models: [...PAY_MODELS],
    macros: [...MACROS],
    time_zone: info.time_zone,
    currency: info.currency,
  };
}

export async function choicesOfLandingPages(scope: Scope, parts: SetupParts, name: string): Promise<LandingChoices> {
  requirePackage(scope, name);
  const [campaigns, pages] = await Promise.all([
    campaignChoices(scope, parts.database.db, name),
    landingChoices(parts.database.db, name),
  ]);
  return {
    campaigns: campaigns.map(({ id, name: called }) => ({ id, name: called })),
    macros: [...MACROS],
    hosts: [...new Set(pages.map(({ url }) => new URL(url).host))].sort(),
  };
}

async function namesOfTraffic(
  scope: Scope,
  { clickhouse }: SetupParts,
  info: Awaited<ReturnType<SetupParts['packageInfo']>>,
): Promise<{ events: string[]; vendors: string[] }> {
  const to = await lastDay(clickhouse, info);
  const where = trafficWhere(scope, {
    package: info.package_name,
    kinds: [],
    from: addDays(to, 1 - DAYS),
    to,
    timeZone: info.time_zone,
    where: {},
  });
  const [row] = await clickhouse.query<{ events: string[]; vendors: string[] }>(
    sql`SELECT arraySort(groupUniqArrayIf(500)(toString(event_name), event_name != '')) AS events,
        arraySort(groupUniqArrayIf(500)(toString(vendor), vendor != '')) AS vendors
      FROM traffic WHERE ${where}`,
    { tag: 'tracking-choices' },
  );
  return row ?? { events: [], vendors: [] };
}
