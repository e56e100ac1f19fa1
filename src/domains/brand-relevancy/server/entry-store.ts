import { and, count, desc, eq, ilike, inArray, ne, or } from 'drizzle-orm';
import { brandAudit } from '#domains/brand-relevancy/contract/audit.ts';
import type { EntryEdit, EntryView, NewEntry } from '#domains/brand-relevancy/contract/entry.ts';
import type { EntryHit, entryEndpoints } from '#domains/brand-relevancy/contract/entry-endpoints.ts';
import { isVideo } from '#domains/brand-relevancy/contract/entry-terms.ts';
import { warningsFor } from '#domains/brand-relevancy/contract/macros.ts';
import { newTracker, type TrackerView } from '#domains/video-ads/contract/tracker.ts';
import type { Out } from '#platform/contract/endpoint.ts';
import { ofOwnPackages } from '#platform/server/access/own-packages.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { containing } from '#platform/server/postgres/like.ts';
import { type EntryRow, tagsOf } from './entry-tags.ts';
import { hitCounts, newestHits } from './hits.ts';
import { requireBrands, requireBrandsOf } from './own-package.ts';
import type { BrandParts, Tx } from './parts.ts';
import { refuse } from './refuse.ts';
import { entryTable, requirementTable } from './tables.ts';

export async function listEntries(
  scope: Scope,
  parts: BrandParts,
  { package_name, type = [], search, page, limit }: Out<(typeof entryEndpoints.list)['query']>,
): Promise<{ rows: EntryView[]; total: number }> {
  requireBrands(scope, 'tracking.read');
  const { db } = parts.database;
  const pattern = search ? containing(search) : undefined;
  const types = typeof type === 'string' ? [type] : type;
  const t = entryTable;
  const where = and(
    package_name === undefined
      ? ofOwnPackages(scope, t.packageName)
      : eq(t.packageName, requirePackage(scope, package_name)),
    types.length > 0 ? inArray(t.type, types) : undefined,
    pattern ? or(ilike(t.name, pattern), ilike(t.campaign, pattern), ilike(t.advertiser, pattern)) : undefined,
  );
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(t)
      .where(where)
      .orderBy(desc(t.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(t).where(where),
  ]);
  return { rows: await viewsOf(scope, parts, rows), total: counted?.total ?? 0 };
}

export async function oneEntry(scope: Scope, parts: BrandParts, id: number): Promise<EntryView> {
  return one(await viewsOf(scope, parts, [await ownEntry(scope, parts, id, 'tracking.read')]));
}

export async function addEntry(scope: Scope, parts: BrandParts, body: NewEntry): Promise<EntryView> {
  const packageName = requireBrandsOf(scope, 'tracking.write', body.package_name);
  await check(parts, packageName, body.type, body);
  await requireNew(parts, packageName, body.name);
  // Its tag is a tracker of video ads, made first: without it the entry would be none.
  const tracker = body.type === 'vast' ? await parts.videoTags.add(scope, trackerOf(packageName, body)) : null;
  try {
    const row = await parts.database.db.transaction(async (tx) => {
      const now = parts.now();
      const [stored] = await tx
        .insert(entryTable)
        .values({
          packageName,
          key: parts.tagSeal.newKey(),
          type: body.type,
          vastTrackerId: tracker?.id ?? null,
          createdBy: scope.userName,
          createdAt: now,
          ...columnsOf(body.type, body, now),
        })
        .onConflictDoNothing()
        .returning();
      if (!stored) throw refuse('dv_twice', {}, { as: 'conflict', field: 'name' });
      await audit(tx, scope, { action: brandAudit.addEntry, ...auditOf(stored) });
      return stored;
    });
    return one(await viewsOf(scope, parts, [row]));
  } catch (error) {
    if (tracker) await parts.videoTags.remove(scope, tracker.id);
    throw error;
  }
}

/** 409 with nothing changed when somebody saved since it was read. */
export async function editEntry(scope: Scope, parts: BrandParts, id: number, body: EntryEdit): Promise<EntryView> {
  const held = await ownEntry(scope, parts, id, 'tracking.write');
  if (body.type !== undefined && body.type !== held.type) throw refuse('dv_type', {}, { field: 'type' });
  await check(parts, held.packageName, held.type, body);
  await requireNew(parts, held.packageName, body.name, id);
  const row = await parts.database.db.transaction(async (tx) => {
    const before = await lockedEntry(tx, id);
    if (body.updated_at !== undefined && before.updatedAt.toISOString() !== body.updated_at)
      throw refuse('dv_changed', {}, { as: 'conflict' });
    const at = new Date(Math.max(parts.now().getTime(), before.updatedAt.getTime() + 1));
    const [stored] = await tx
      .update(entryTable)
      .set(columnsOf(held.type, body, at))
      .where(eq(entryTable.id, id))
      .returning();
    if (!stored) throw appError('not_found', { field: 'id' });
    // A tag that cannot be as it is wanted leaves the entry as it was. It writes to the log by itself: before we do.
    if (stored.vastTrackerId !== null) await changeTracker(scope, parts, stored.vastTrackerId, body);
    await audit(tx, scope, { action: brandAudit.editEntry, ...auditOf(stored) });
    return stored;
  });
  return one(await viewsOf(scope, parts, [row]));
}

export async function hitsOf(scope: Scope, parts: BrandParts, id: number): Promise<EntryHit[]> {
  const entry = await ownEntry(scope, parts, id, 'tracking.read');
  const info = await parts.packageInfo(scope, entry.packageName);
  return newestHits(scope, parts, info, entry);
}

/** 404 for an unknown number, 403 for one of a foreign package. */
async function ownEntry(
  scope: Scope,
  { database: { db } }: BrandParts,
  id: number,
  permission: 'tracking.read' | 'tracking.write',
): Promise<EntryRow> {
  requireBrands(scope, permission);
  const [row] = await db.select().from(entryTable).where(eq(entryTable.id, id));
  if (!row) throw appError('not_found', { field: 'id' });
  requirePackage(scope, row.packageName);
  return row;
}

async function lockedEntry(tx: Tx, id: number): Promise<EntryRow> {
  const [row] = await tx.select().from(entryTable).where(eq(entryTable.id, id)).for('update');
  if (!row) throw appError('not_found', { field: 'id' });
  return row;
}

type Checked = Pick<NewEntry, 'click_url' | 'vast_url' | 'requirement_id'>;

async function check(
  { database: { db } }: BrandParts,
  packageName: string,
  type: NewEntry['type'],
  { click_url, vast_url, requirement_id }: Checked,
): Promise<void> {
  if (type === 'vast' && vast_url === '') throw refuse('dv_no_vast', {}, { field: 'vast_url' });
  if (type !== 'vast' && click_url === '') throw refuse('dv_no_click', {}, { field: 'click_url' });
  if (requirement_id === null) return;
  const own = and(eq(requirementTable.id, requirement_id), eq(requirementTable.packageName, packageName));
  if ((await db.select({ id: requirementTable.id }).from(requirementTable).where(own)).length === 0)
    throw refuse('dv_no_requirement', {}, { field: 'requirement_id' });
}

async function requireNew({ database: { db } }: BrandParts, packageName: string, name: string, but = 0): Promise<void> {
  const same = and(eq(entryTable.packageName, packageName), eq(entryTable.name, name), ne(entryTable.id, but));
  if ((await db.select({ id: entryTable.id }).from(entryTable).where(same)).length > 0)
    throw refuse('dv_twice', {}, { as: 'conflict', field: 'name' });
}

type Settings = Omit<NewEntry, 'package_name' | 'type'>;

const trackerSettings = ({ name, campaign, advertiser, vast_url, click_url, status }: Settings) => ({
  name,
  campaign,
  brand: advertiser,
  vast_url,
  landing_url: click_url,
  status,
});

const trackerOf = (package_name: string, body: Settings) =>
  newTracker.parse({ package_name, mode: 'wrapper', ...trackerSettings(body) });

/** One that was deleted among the video ads stays so: the entry says that it has no tag any more. */
async function changeTracker(scope: Scope, { videoTags }: BrandParts, id: number, body: Settings): Promise<void> {
  const tracker = await videoTags.one(scope, id);
  await videoTags.edit(scope, { ...tracker, ...trackerSettings(body) });
}

const columnsOf = (type: NewEntry['type'], body: Settings, updatedAt: Date) => ({
  name: body.name,
  platform: body.platform,
  advertiser: body.advertiser,
  campaign: body.campaign,
  requirementId: body.requirement_id,
  creativeSize: isVideo(type) ? '' : body.creative_size,
  duration: isVideo(type) ? body.duration : null,
  clickUrl: body.click_url,
  landingHosts: [...new Set(body.landing_hosts)],
  vastUrl: type === 'vast' ? body.vast_url : '',
  status: body.status,
  updatedAt,
});

const auditOf = ({ id, name, packageName, type, status }: EntryRow) => ({
  subject: name,
  package: packageName,
  details: { id, type, status },
});

function one(views: readonly EntryView[]): EntryView {
  const [view] = views;
  if (!view) throw new Error('An entry was not stored');
  return view;
}

async function viewsOf(scope: Scope, parts: BrandParts, rows: readonly EntryRow[]): Promise<EntryView[]> {
  if (rows.length === 0) return [];
  const ids = rows.flatMap(({ requirementId }) => requirementId ?? []);
  const named = await parts.database.db
    .select({ id: requirementTable.id, name: requirementTable.campaignName })
    .from(requirementTable)
    .where(inArray(requirementTable.id, ids.length > 0 ? ids : [0]));
  const names = new Map(named.map(({ id, name }) => [id, name]));
  const hits = await hitCounts(scope, parts, rows);
  const trackers = await Promise.all(
    rows.map(({ vastTrackerId }) => (vastTrackerId === null ? null : parts.videoTags.one(scope, vastTrackerId))),
  );
  return rows.map((row, at) => viewOf(parts, row, trackers[at] ?? null, names, hits.get(row.id) ?? 0));
}

function viewOf(
  { tagSeal, publicUrl }: BrandParts,
  row: EntryRow,
  tracker: TrackerView | null,
  names: ReadonlyMap<number, string>,
  hits: number,
): EntryView {
  const tags = tagsOf(tagSeal, publicUrl(), row, tracker?.tags[0]?.url ?? null);
  return {
    id: row.id,
    package_name: row.packageName,
    type: row.type,
    name: row.name,
    platform: row.platform,
    advertiser: row.advertiser,
    campaign: row.campaign,
    requirement_id: row.requirementId,
    requirement: names.get(row.requirementId ?? 0) ?? '',
    creative_size: row.creativeSize,
    duration: row.duration,
    click_url: row.clickUrl,
    landing_hosts: row.landingHosts,
    vast_url: row.vastUrl,
    status: row.status,
    tag: tags[0]?.code ?? '',
    tags,
    warnings: [
      ...warningsFor(row.type, row.platform),
      ...(row.type === 'vast' && tracker === null ? (['vast_gone'] as const) : []),
    ],
    hits,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
