import { asc, inArray } from 'drizzle-orm';
import type { CampaignView } from '#domains/tracking/contract/campaign.ts';
import type { CampaignRow, Db, Tx } from './own-campaign.ts';
import type { SetupParts } from './setup-parts.ts';
import { campaignLandingTable, goalTable, overrideTable } from './tables.ts';

/** Campaigns with their events, pages and prices, in the order given. */
export async function viewsOf(
  { publicUrl }: Pick<SetupParts, 'publicUrl'>,
  db: Db | Tx,
  rows: readonly CampaignRow[],
): Promise<CampaignView[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const goals = await db
    .select()
    .from(goalTable)
    .where(inArray(goalTable.campaignId, ids))
    .orderBy(asc(goalTable.place));
  const pages = await db.select().from(campaignLandingTable).where(inArray(campaignLandingTable.campaignId, ids));
  const overrides = await db
    .select()
    .from(overrideTable)
    .where(inArray(overrideTable.campaignId, ids))
    .orderBy(asc(overrideTable.id));
  const base = publicUrl();
  return rows.map((row) => ({
    ...settingsOf(row),
    tracking_link: `${base}/t/c/${row.key}?p={publisher}`,
    impression_link: `${base}/t/i/${row.key}?p={publisher}`,
    postback_link: `${base}/t/pb?click_id={click_id}&event={event}&txid={txid}&sec={secret}`,
    events: goals.filter(({ campaignId }) => campaignId === row.id).map(goalOf),
    landing_pages: pages
      .filter(({ campaignId }) => campaignId === row.id)
      .map(({ landingPageId: id, weight }) => ({ id, weight })),
    overrides: overrides.filter(({ campaignId }) => campaignId === row.id).map(overrideOf),
  }));
}

type Settings = Omit<
  CampaignView,
  'tracking_link' | 'impression_link' | 'postback_link' | 'events' | 'landing_pages' | 'overrides'
>;

const settingsOf = (row: CampaignRow): Settings => ({
  id: row.id,
  package_name: row.packageName,
  campaign_name: row.campaignName,
  customer_name: row.customerName,
  agency_name: row.agencyName,
  status: row.status,
  landing_page: row.landingPage,
  allowed_hosts: row.allowedHosts,
  time_zone: row.timeZone,
  currency: row.currency,
  countries: row.countries,
  systems: row.systems,
  click_payout: amountOf(row.clickPayout),
  click_revenue: amountOf(row.clickRevenue),
  mille_payout: amountOf(row.millePayout),
  mille_revenue: amountOf(row.milleRevenue),
  click_window_hours: row.clickWindowHours,
  view_window_hours: row.viewWindowHours,
  duplicate_seconds: row.duplicateSeconds,
  several_conversions: row.severalConversions,
  approval: row.approval,
  hold_days: row.holdDays,
  over_action: row.overAction,
  fallback_campaign_id: row.fallbackCampaignId,
  signed_only: row.signedOnly,
  protection: { suspect: row.protection.suspect ?? 'pass', fraud: row.protection.fraud ?? 'flag' },
  start: row.startsOn,
  end: row.endsOn,
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

const goalOf = (row: typeof goalTable.$inferSelect): CampaignView['events'][number] => ({
  event: row.event,
  payout_model: row.payoutModel,
  payout: amountOf(row.payout),
  payout_percent: amountOf(row.payoutPercent),
  revenue_model: row.revenueModel,
  revenue: amountOf(row.revenue),
  revenue_percent: amountOf(row.revenuePercent),
});

const overrideOf = (row: typeof overrideTable.$inferSelect): CampaignView['overrides'][number] => ({
  publisher_id: row.publisherId,
  event: row.event,
  payout_model: row.payoutModel,
  payout: amountOf(row.payout),
  payout_percent: amountOf(row.payoutPercent),
  from_day: row.fromDay,
  to_day: row.toDay,
});

/** Decimal text without the zeros that the column fills up with. */
export const amountOf = (text: string | null): string | null =>
  text === null || !text.includes('.') ? text : text.replace(/\.?0+$/, '');
