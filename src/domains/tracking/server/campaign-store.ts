import { and, count, desc, eq, ilike, inArray, or } from 'drizzle-orm';
import { trackingAudit } from '#domains/tracking/contract/audit.ts';
import type { CampaignEdit, CampaignView, NewCampaign } from '#domains/tracking/contract/campaign.ts';
import type { ListAsked } from '#domains/tracking/contract/setup-endpoints.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { containing } from '#platform/server/postgres/like.ts';
import { viewsOf } from './campaign-views.ts';
import { hashOf, newKey, newSecret } from './key.ts';
import { type CampaignRow, type Db, ownCampaign, ownCampaigns, requireAgency, type Tx } from './own-campaign.ts';
import { refuse } from './refuse.ts';
import type { SetupParts } from './setup-parts.ts';
import {
  campaignLandingTable,
  campaignTable,
  capTable,
  endedTable,
  goalTable,
  landingPageTable,
  overrideTable,
} from './tables.ts';

type Settings = Omit<CampaignEdit, 'updated_at'>;

export async function listCampaigns(
  scope: Scope,
  parts: SetupParts,
  { package_name, search, page, limit }: ListAsked,
): Promise<{ rows: CampaignView[]; total: number }> {
  const { db } = parts.database;
  const pattern = search ? containing(search) : undefined;
  const where = and(
    ownCampaigns(scope, package_name),
    pattern
      ? or(
          ilike(campaignTable.campaignName, pattern),
          ilike(campaignTable.customerName, pattern),
          ilike(campaignTable.agencyName, pattern),
        )
      : undefined,
  );
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(campaignTable)
      .where(where)
      .orderBy(desc(campaignTable.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(campaignTable).where(where),
  ]);
  return { rows: await viewsOf(parts, db, rows), total: counted?.total ?? 0 };
}

export async function oneCampaign(scope: Scope, parts: SetupParts, id: number): Promise<CampaignView> {
  requireMay(scope, 'tracking.read');
  return parts.database.db.transaction(async (tx) => one(await viewsOf(parts, tx, [await ownCampaign(scope, tx, id)])));
}

/** The secret is in this answer and nowhere else: only its hash is kept. */
export async function addCampaign(
  scope: Scope,
  parts: SetupParts,
  body: NewCampaign,
): Promise<CampaignView & { postback_secret: string }> {
  requireMay(scope, 'tracking.write');
  const packageName = requirePackage(scope, body.package_name);
  requireAgency(scope, body.agency_name);
  const secret = newSecret();
  return parts.database.db.transaction(async (tx) => {
    await checkSettings(parts, tx, packageName, body);
    requireFallback(body, []);
    const [row] = await tx
      .insert(campaignTable)
      .values({
        packageName,
        key: newKey(),
        campaignName: body.campaign_name,
        customerName: body.customer_name,
        agencyName: body.agency_name,
        postbackSecret: hashOf(secret),
        createdBy: scope.userName,
        createdAt: parts.now(),
        ...columnsOf(body, parts.now()),
      })
      .onConflictDoNothing()
      .returning();
    if (!row) throw refuse('campaign_twice', {}, { as: 'conflict', field: 'campaign_name' });
    await writeParts(tx, row.id, body);
    await audit(tx, scope, { action: trackingAudit.addCampaign, ...auditOf(row) });
    return { ...one(await viewsOf(parts, tx, [row])), postback_secret: secret };
  });
}

/** 409 with nothing changed when somebody saved since it was read. */
export async function editCampaign(
  scope: Scope,
  parts: SetupParts,
  id: number,
  body: CampaignEdit,
): Promise<CampaignView> {
  requireMay(scope, 'tracking.write');
  return parts.database.db.transaction(async (tx) => {
    const before = await ownCampaign(scope, tx, id);
    if (before.updatedAt.toISOString() !== body.updated_at) throw refuse('changed_meanwhile', {}, { as: 'conflict' });
    if (body.fallback_campaign_id === id) throw refuse('fallback_to_itself', {}, { field: 'fallback_campaign_id' });
    await checkSettings(parts, tx, before.packageName, body);
    requireFallback(body, await tx.select().from(capTable).where(eq(capTable.campaignId, id)));
    const [row] = await tx
      .update(campaignTable)
      .set(columnsOf(body, later(before.updatedAt, parts.now())))
      .where(eq(campaignTable.id, id))
      .returning();
    if (!row) throw appError('not_found', { field: 'id' });
    await writeParts(tx, id, body);
    await audit(tx, scope, { action: trackingAudit.editCampaign, ...auditOf(row) });
    return one(await viewsOf(parts, tx, [row]));
  });
}

/** Its links end; clicks, conversions and postbacks that are stored stay. */
export async function removeCampaign(scope: Scope, parts: SetupParts, id: number): Promise<void> {
  requireMay(scope, 'tracking.write');
  await parts.database.db.transaction(async (tx) => {
    const row = await ownCampaign(scope, tx, id);
    await tx.delete(campaignTable).where(eq(campaignTable.id, id));
    await tx.insert(endedTable).values({ key: row.key, endedAt: parts.now() });
    await audit(tx, scope, { action: trackingAudit.deleteCampaign, ...auditOf(row) });
  });
}

export async function renewSecret(scope: Scope, parts: SetupParts, id: number): Promise<string> {
  requireMay(scope, 'tracking.write');
  const secret = newSecret();
  await parts.database.db.transaction(async (tx) => {
    const row = await ownCampaign(scope, tx, id);
    await tx
      .update(campaignTable)
      .set({ postbackSecret: hashOf(secret) })
      .where(eq(campaignTable.id, id));
    await audit(tx, scope, { action: trackingAudit.renewSecret, ...auditOf(row) });
  });
  return secret;
}

/** Two changes within a millisecond are two. */
const later = (before: Date, now: Date): Date => new Date(Math.max(now.getTime(), before.getTime() + 1));

const columnsOf = (body: Settings, updatedAt: Date) => ({
  status: body.status,
  landingPage: body.landing_page,
  allowedHosts: body.allowed_hosts,
  timeZone: body.time_zone,
  currency: body.currency,
  countries: body.countries,
  systems: body.systems,
  clickPayout: body.click_payout,
  clickRevenue: body.click_revenue,
  millePayout: body.mille_payout,
  milleRevenue: body.mille_revenue,
  clickWindowHours: body.click_window_hours,
  viewWindowHours: body.view_window_hours,
  duplicateSeconds: body.duplicate_seconds,
  severalConversions: body.several_conversions,
  approval: body.approval,
  holdDays: body.hold_days,
  overAction: body.over_action,
  fallbackCampaignId: body.fallback_campaign_id,
  signedOnly: body.signed_only,
  protection: body.protection,
  startsOn: body.start,
  endsOn: body.end,
  updatedAt,
});

async function checkSettings(
  { publisherRegister }: SetupParts,
  tx: Tx,
  packageName: string,
  body: Settings,
): Promise<void> {
  if (body.start && body.end && body.end < body.start) throw refuse('ends_before_start', {}, { field: 'end' });
  for (const each of [...body.events, ...body.overrides]) requireAmount(each);
  const pages = body.landing_pages.map(({ id }) => id);
  if (pages.length > 0) {
    const own = and(inArray(landingPageTable.id, pages), eq(landingPageTable.packageName, packageName));
    if ((await tx.select({ id: landingPageTable.id }).from(landingPageTable).where(own)).length < pages.length)
      throw refuse('not_of_package', { what: 'landing page' }, { field: 'landing_pages' });
  }
  const { fallback_campaign_id: fallback } = body;
  if (fallback !== null) {
    const own = and(eq(campaignTable.id, fallback), eq(campaignTable.packageName, packageName));
    if ((await tx.select({ id: campaignTable.id }).from(campaignTable).where(own)).length === 0)
      throw refuse('not_of_package', { what: 'campaign' }, { field: 'fallback_campaign_id' });
  }
  const wanted = new Set(body.overrides.flatMap(({ publisher_id: id }) => (id === null ? [] : [id])));
  const known = new Set((await publisherRegister.ofPackage(tx, packageName)).map(({ id }) => id));
  if ([...wanted].some((id) => !known.has(id)))
    throw refuse('not_of_package', { what: 'publisher' }, { field: 'overrides' });
}

/** Neither the campaign nor a capping of it sends to a fallback that is none: those clicks would end. */
function requireFallback(
  { over_action: own, fallback_campaign_id: fallback }: Settings,
  caps: readonly (typeof capTable.$inferSelect)[],
): void {
  if (fallback === null && (own === 'fallback' || caps.some(({ action }) => action === 'fallback')))
    throw refuse('no_fallback', {}, { field: 'fallback_campaign_id' });
}

type Pay = Settings['events'][number] | Settings['overrides'][number];

/** A model that pays says how much. */
function requireAmount(each: Pay): void {
  const lacks = (model: Pay['payout_model'], flat: string | null, percent: string | null): boolean =>
    ((model === 'flat' || model === 'both') && flat === null) ||
    ((model === 'percent' || model === 'both') && percent === null);
  if (lacks(each.payout_model, each.payout, each.payout_percent)) throw refuse('no_amount', {}, { field: 'payout' });
  if ('revenue_model' in each && lacks(each.revenue_model, each.revenue, each.revenue_percent))
    throw refuse('no_amount', {}, { field: 'revenue' });
}

async function writeParts(
  tx: Tx,
  campaignId: number,
  { events, landing_pages: pages, overrides }: Settings,
): Promise<void> {
  for (const table of [goalTable, campaignLandingTable, overrideTable])
    await tx.delete(table).where(eq(table.campaignId, campaignId));
  if (events.length > 0)
    await tx.insert(goalTable).values(
      events.map((each, place) => ({
        campaignId,
        event: each.event,
        place,
        payoutModel: each.payout_model,
        payout: each.payout,
        payoutPercent: each.payout_percent,
        revenueModel: each.revenue_model,
        revenue: each.revenue,
        revenuePercent: each.revenue_percent,
      })),
    );
  if (pages.length > 0)
    await tx
      .insert(campaignLandingTable)
      .values(pages.map(({ id: landingPageId, weight }) => ({ campaignId, landingPageId, weight })));
  if (overrides.length > 0)
    await tx.insert(overrideTable).values(
      overrides.map((each) => ({
        campaignId,
        publisherId: each.publisher_id,
        event: each.event,
        payoutModel: each.payout_model,
        payout: each.payout,
        payoutPercent: each.payout_percent,
        fromDay: each.from_day,
        toDay: each.to_day,
      })),
    );
}

const auditOf = ({ id, campaignName, packageName, status }: CampaignRow) => ({
  subject: campaignName,
  package: packageName,
  details: { id, status },
});

function one(views: readonly CampaignView[]): CampaignView {
  const [view] = views;
  if (!view) throw new Error('A campaign was not stored');
  return view;
}

/** Whose campaign it is and what it is called, for what other parts of the product hang on it. */
export const namedCampaign = async (
  scope: Scope,
  db: Db,
  id: number,
): Promise<{ packageName: string; name: string }> => {
  requireMay(scope, 'tracking.read');
  const row = await db.transaction((tx) => ownCampaign(scope, tx, id));
  return { packageName: row.packageName, name: row.campaignName };
};
