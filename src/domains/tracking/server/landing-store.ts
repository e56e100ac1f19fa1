import { and, asc, count, eq, ilike, inArray, or } from 'drizzle-orm';
import { trackingAudit } from '#domains/tracking/contract/audit.ts';
import { unknownMacros } from '#domains/tracking/contract/macros.ts';
import type { LandingPage, ListAsked, landingPageEndpoints } from '#domains/tracking/contract/setup-endpoints.ts';
import type { Out } from '#platform/contract/endpoint.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { containing } from '#platform/server/postgres/like.ts';
import { type Db, requireWhole, type Tx } from './own-campaign.ts';
import { refuse } from './refuse.ts';
import type { SetupParts } from './setup-parts.ts';
import { campaignLandingTable, campaignTable, landingPageTable } from './tables.ts';

type NewPage = Out<(typeof landingPageEndpoints.add)['body']>;
type PageEdit = Out<(typeof landingPageEndpoints.edit)['body']>;
type Row = typeof landingPageTable.$inferSelect;

export async function listLandingPages(
  scope: Scope,
  { database: { db } }: SetupParts,
  { package_name, search, page, limit }: ListAsked,
): Promise<{ rows: LandingPage[]; total: number }> {
  requireMay(scope, 'tracking.read');
  const pattern = search ? containing(search) : undefined;
  const where = and(
    eq(landingPageTable.packageName, requirePackage(scope, package_name)),
    pattern ? or(ilike(landingPageTable.name, pattern), ilike(landingPageTable.url, pattern)) : undefined,
  );
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(landingPageTable)
      .where(where)
      .orderBy(asc(landingPageTable.name))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(landingPageTable).where(where),
  ]);
  return { rows: await viewsOf(db, rows), total: counted?.total ?? 0 };
}

export async function addLandingPage(
  scope: Scope,
  { database: { db }, now }: SetupParts,
  body: NewPage,
): Promise<LandingPage> {
  const packageName = requireWhole(scope, body.package_name);
  return db.transaction(async (tx) => {
    const { name, url, status } = body;
    const [row] = await tx
      .insert(landingPageTable)
      .values({ packageName, name, url, status, createdBy: scope.userName, createdAt: now(), updatedAt: now() })
      .onConflictDoNothing()
      .returning();
    if (!row) throw refuse('landing_page_twice', {}, { as: 'conflict', field: 'name' });
    await audit(tx, scope, { action: trackingAudit.addLandingPage, ...auditOf(row) });
    return one(await viewsOf(tx, [row]));
  });
}

export async function editLandingPage(
  scope: Scope,
  { database: { db }, now }: SetupParts,
  id: number,
  body: PageEdit,
): Promise<LandingPage> {
  return db.transaction(async (tx) => {
    const before = await ownPage(scope, tx, id);
    const same = and(eq(landingPageTable.packageName, before.packageName), eq(landingPageTable.name, body.name));
    const [other] = await tx.select({ id: landingPageTable.id }).from(landingPageTable).where(same);
    if (other && other.id !== id) throw refuse('landing_page_twice', {}, { as: 'conflict', field: 'name' });
    const [row] = await tx
      .update(landingPageTable)
      .set({ ...body, updatedAt: now() })
      .where(eq(landingPageTable.id, id))
      .returning();
    if (!row) throw appError('not_found', { field: 'id' });
    await audit(tx, scope, { action: trackingAudit.editLandingPage, ...auditOf(row) });
    return one(await viewsOf(tx, [row]));
  });
}

export async function removeLandingPage(scope: Scope, { database: { db } }: SetupParts, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await ownPage(scope, tx, id);
    await tx.delete(landingPageTable).where(eq(landingPageTable.id, id));
    await audit(tx, scope, { action: trackingAudit.deleteLandingPage, ...auditOf(row) });
  });
}

export const landingChoices = (db: Db, packageName: string): Promise<{ id: number; name: string; url: string }[]> =>
  db
    .select({ id: landingPageTable.id, name: landingPageTable.name, url: landingPageTable.url })
    .from(landingPageTable)
    .where(eq(landingPageTable.packageName, packageName))
    .orderBy(asc(landingPageTable.name));

/** 404 for an unknown number, 403 for one of a foreign package. */
async function ownPage(scope: Scope, tx: Tx, id: number): Promise<Row> {
  const [row] = await tx.select().from(landingPageTable).where(eq(landingPageTable.id, id)).for('update');
  if (!row) throw appError('not_found', { field: 'id' });
  requireWhole(scope, row.packageName);
  return row;
}

async function viewsOf(db: Db | Tx, rows: readonly Row[]): Promise<LandingPage[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const used = await db
    .select({ id: campaignLandingTable.landingPageId, name: campaignTable.campaignName })
    .from(campaignLandingTable)
    .innerJoin(campaignTable, eq(campaignTable.id, campaignLandingTable.campaignId))
    .where(inArray(campaignLandingTable.landingPageId, ids))
    .orderBy(asc(campaignTable.campaignName));
  return rows.map((row) => ({
    id: row.id,
    package_name: row.packageName,
    name: row.name,
    url: row.url,
    status: row.status,
    campaigns: used.filter(({ id }) => id === row.id).map(({ name }) => name),
    unknown_macros: unknownMacros(row.url),
    updated_at: row.updatedAt.toISOString(),
  }));
}

const auditOf = ({ id, name, packageName }: Row) => ({ subject: name, package: packageName, details: { id } });

function one(views: readonly LandingPage[]): LandingPage {
  const [view] = views;
  if (!view) throw new Error('A landing page was not stored');
  return view;
}
