import { and, count, desc, eq, ilike, inArray, or } from 'drizzle-orm';
import { trackingAudit } from '#domains/tracking/contract/audit.ts';
import type { Cap, cappingEndpoints, ListAsked } from '#domains/tracking/contract/setup-endpoints.ts';
import type { Out } from '#platform/contract/endpoint.ts';
import { requireMay, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { containing } from '#platform/server/postgres/like.ts';
import { amountOf } from './campaign-views.ts';
import { periodStart } from './cap-period.ts';
import { type CampaignRow, type Db, ownCampaign, ownCampaigns, type Tx } from './own-campaign.ts';
import { refuse } from './refuse.ts';
import type { SetupParts } from './setup-parts.ts';
import { campaignTable, capTable, capUseTable, goalTable } from './tables.ts';

type NewCap = Out<(typeof cappingEndpoints.add)['body']>;
type CapEdit = Out<(typeof cappingEndpoints.edit)['body']>;
type Row = typeof capTable.$inferSelect;

export async function listCaps(
  scope: Scope,
  parts: SetupParts,
  { package_name, search, page, limit }: ListAsked,
): Promise<{ rows: Cap[]; total: number }> {
  const { db } = parts.database;
  const pattern = search ? containing(search) : undefined;
  const where = and(
    ownCampaigns(scope, package_name),
    pattern ? or(ilike(campaignTable.campaignName, pattern), ilike(capTable.event, pattern)) : undefined,
  );
  const own = eq(campaignTable.id, capTable.campaignId);
  const [rows, [counted]] = await Promise.all([
    db
      .select({ cap: capTable, campaign: campaignTable })
      .from(capTable)
      .innerJoin(campaignTable, own)
      .where(where)
      .orderBy(desc(capTable.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(capTable).innerJoin(campaignTable, own).where(where),
  ]);
  return { rows: await viewsOf(parts, db, rows), total: counted?.total ?? 0 };
}

export async function addCap(scope: Scope, parts: SetupParts, body: NewCap): Promise<Cap> {
  requireMay(scope, 'tracking.write');
  return parts.database.db.transaction(async (tx) => {
    const campaign = await ownCampaign(scope, tx, body.campaign_id);
    requireFallback(campaign, body);
    const { publisher_id: publisherId, event } = body;
    if (publisherId !== null) {
      const [publisher] = await parts.publisherRegister.byId(tx, [publisherId]);
      if (publisher?.packageName !== campaign.packageName)
        throw refuse('not_of_package', { what: 'publisher' }, { field: 'publisher_id' });
    }
    if (event !== null) {
      const goal = and(eq(goalTable.campaignId, campaign.id), eq(goalTable.event, event));
      if ((await tx.select({ event: goalTable.event }).from(goalTable).where(goal)).length === 0)
        throw refuse('no_such_goal', { event }, { field: 'event' });
    }
    const [row] = await tx
      .insert(capTable)
      .values({
        campaignId: campaign.id,
        publisherId,
        event,
        metric: body.metric,
        period: body.period,
        most: body.limit,
        action: body.action,
        createdBy: scope.userName,
        createdAt: parts.now(),
      })
      .onConflictDoNothing()
      .returning();
    if (!row) throw refuse('cap_twice', {}, { as: 'conflict', field: 'campaign_id' });
    await audit(tx, scope, { action: trackingAudit.addCap, ...auditOf(row, campaign) });
    return one(await viewsOf(parts, tx, [{ cap: row, campaign }]));
  });
}

export async function editCap(scope: Scope, parts: SetupParts, id: number, body: CapEdit): Promise<Cap> {
  requireMay(scope, 'tracking.write');
  return parts.database.db.transaction(async (tx) => {
    const { campaign } = await ownCap(scope, tx, id);
    requireFallback(campaign, body);
    const [row] = await tx
      .update(capTable)
      .set({ most: body.limit, action: body.action })
      .where(eq(capTable.id, id))
      .returning();
    if (!row) throw appError('not_found', { field: 'id' });
    await audit(tx, scope, { action: trackingAudit.editCap, ...auditOf(row, campaign) });
    return one(await viewsOf(parts, tx, [{ cap: row, campaign }]));
  });
}

export async function removeCap(scope: Scope, parts: SetupParts, id: number): Promise<void> {
  requireMay(scope, 'tracking.write');
  await parts.database.db.transaction(async (tx) => {
    const { row, campaign } = await ownCap(scope, tx, id);
    await tx.delete(capTable).where(eq(capTable.id, id));
    await audit(tx, scope, { action: trackingAudit.deleteCap, ...auditOf(row, campaign) });
  });
}

/** What is sent to the fallback needs one. */
function requireFallback({ fallbackCampaignId }: CampaignRow, { action }: Pick<NewCap, 'action'>): void {
  if (action === 'fallback' && fallbackCampaignId === null) throw refuse('no_fallback', {}, { field: 'action' });
}

/** 404 for an unknown number, 403 for one of a foreign package. */
async function ownCap(scope: Scope, tx: Tx, id: number): Promise<{ row: Row; campaign: CampaignRow }> {
  const [row] = await tx.select().from(capTable).where(eq(capTable.id, id));
  if (!row) throw appError('not_found', { field: 'id' });
  return { row, campaign: await ownCampaign(scope, tx, row.campaignId) };
}

async function viewsOf(
  { publisherRegister, now }: SetupParts,
  db: Db | Tx,
  rows: readonly { cap: Row; campaign: CampaignRow }[],
): Promise<Cap[]> {
  if (rows.length === 0) return [];
  const ids = rows.flatMap(({ cap: { publisherId } }) => (publisherId === null ? [] : [publisherId]));
  const names = new Map((await publisherRegister.byId(db, ids)).map(({ id, name }) => [id, name]));
  const caps = rows.map(({ cap }) => cap.id);
  const uses = await db.select().from(capUseTable).where(inArray(capUseTable.capId, caps));
  return rows.map(({ cap, campaign }) => {
    const start = periodStart(cap.period, campaign.timeZone, now());
    const use = uses.find(({ capId, periodStart: day }) => capId === cap.id && day === start);
    return {
      id: cap.id,
      package_name: campaign.packageName,
      campaign_id: campaign.id,
      campaign: campaign.campaignName,
      publisher_id: cap.publisherId,
      publisher: cap.publisherId === null ? '' : (names.get(cap.publisherId) ?? ''),
      event: cap.event,
      metric: cap.metric,
      period: cap.period,
      limit: amountOf(cap.most) ?? '0',
      action: cap.action,
      used: amountOf(use?.used ?? '0') ?? '0',
      created_by: cap.createdBy,
    };
  });
}

const auditOf = ({ id, metric, period, most }: Row, campaign: CampaignRow) => ({
  subject: campaign.campaignName,
  package: campaign.packageName,
  details: { id, metric, period, limit: amountOf(most) },
});

function one(views: readonly Cap[]): Cap {
  const [view] = views;
  if (!view) throw new Error('A capping was not stored');
  return view;
}
