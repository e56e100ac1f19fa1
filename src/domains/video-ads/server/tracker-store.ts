import { and, count, desc, eq, ilike, inArray, or } from 'drizzle-orm';
import { videoAudit } from '#domains/video-ads/contract/audit.ts';
import { tagAddress } from '#domains/video-ads/contract/macros.ts';
import type { NewTracker, TrackerEdit, TrackerView } from '#domains/video-ads/contract/tracker.ts';
import { requireMay, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { containing } from '#platform/server/postgres/like.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { newKey } from './key.ts';
import { requireWhole } from './own-package.ts';
import { refuse } from './refuse.ts';
import { creativeTable, trackerTable } from './tables.ts';
import type { SetupParts } from './video-parts.ts';

type Db = Database['db'];
type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
type Row = typeof trackerTable.$inferSelect;
type Parts = Pick<SetupParts, 'database' | 'publicUrl' | 'now'>;

interface Asked {
  package_name: string;
  search?: string | undefined;
  page: number;
  limit: number;
}

export async function listTrackers(
  scope: Scope,
  parts: Parts,
  { package_name, search, page, limit }: Asked,
): Promise<{ rows: TrackerView[]; total: number }> {
  requireMay(scope, 'tracking.read');
  const { db } = parts.database;
  const pattern = search ? containing(search) : undefined;
  const where = and(
    eq(trackerTable.packageName, requireWhole(scope, package_name)),
    pattern
      ? or(ilike(trackerTable.name, pattern), ilike(trackerTable.campaign, pattern), ilike(trackerTable.brand, pattern))
      : undefined,
  );
  const rows = await db
    .select()
    .from(trackerTable)
    .where(where)
    .orderBy(desc(trackerTable.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const [counted] = await db.select({ total: count() }).from(trackerTable).where(where);
  return { rows: await viewsOf(parts, db, rows), total: counted?.total ?? 0 };
}

export async function oneTracker(scope: Scope, parts: Parts, id: number): Promise<TrackerView> {
  requireMay(scope, 'tracking.read');
  return parts.database.db.transaction(async (tx) => one(await viewsOf(parts, tx, [await ownTracker(scope, tx, id)])));
}

export async function addTracker(scope: Scope, parts: Parts, body: NewTracker): Promise<TrackerView> {
  requireMay(scope, 'tracking.write');
  const packageName = requireWhole(scope, body.package_name);
  return parts.database.db.transaction(async (tx) => {
    await check(parts, tx, packageName, body);
    const [row] = await tx
      .insert(trackerTable)
      .values({
        packageName,
        key: newKey(),
        createdBy: scope.userName,
        createdAt: parts.now(),
        ...columnsOf(body, parts.now()),
      })
      .onConflictDoNothing()
      .returning();
    if (!row) throw refuse('tracker_twice', {}, { as: 'conflict', field: 'name' });
    await audit(tx, scope, { action: videoAudit.addTracker, ...auditOf(row) });
    return one(await viewsOf(parts, tx, [row]));
  });
}

/** 409 with nothing changed when somebody saved since it was read. */
export async function editTracker(scope: Scope, parts: Parts, id: number, body: TrackerEdit): Promise<TrackerView> {
  requireMay(scope, 'tracking.write');
  return parts.database.db.transaction(async (tx) => {
    const before = await ownTracker(scope, tx, id);
    if (before.updatedAt.toISOString() !== body.updated_at) throw refuse('tracker_changed', {}, { as: 'conflict' });
    await check(parts, tx, before.packageName, body);
    const same = and(eq(trackerTable.packageName, before.packageName), eq(trackerTable.name, body.name));
    const [twice] = await tx.select({ id: trackerTable.id }).from(trackerTable).where(same);
    if (twice && twice.id !== id) throw refuse('tracker_twice', {}, { as: 'conflict', field: 'name' });
    const [row] = await tx
      .update(trackerTable)
      .set(columnsOf(body, later(before.updatedAt, parts.now())))
      .where(eq(trackerTable.id, id))
      .returning();
    if (!row) throw appError('not_found', { field: 'id' });
    await audit(tx, scope, { action: videoAudit.editTracker, ...auditOf(row) });
    return one(await viewsOf(parts, tx, [row]));
  });
}

/** Its tag answers no more ads; what players still report of those it answered is counted. */
export async function removeTracker(scope: Scope, parts: Parts, id: number): Promise<void> {
  requireMay(scope, 'tracking.write');
  await parts.database.db.transaction(async (tx) => {
    const row = await ownTracker(scope, tx, id);
    await tx.delete(trackerTable).where(eq(trackerTable.id, id));
    await audit(tx, scope, { action: videoAudit.deleteTracker, ...auditOf(row) });
  });
}

/** 404 for an unknown number, 403 for one of a foreign package. Locked until the transaction ends. */
async function ownTracker(scope: Scope, tx: Tx, id: number): Promise<Row> {
  const [row] = await tx.select().from(trackerTable).where(eq(trackerTable.id, id)).for('update');
  if (!row) throw appError('not_found', { field: 'id' });
  requireWhole(scope, row.packageName);
  return row;
}

async function check(parts: Parts, tx: Tx, packageName: string, body: NewTracker | TrackerEdit): Promise<void> {
  if (body.start && body.end && body.end < body.start) throw refuse('tracker_ends_first', {}, { field: 'end' });
  if (body.mode === 'wrapper') {
    if (body.vast_url === '') throw refuse('no_tag', {}, { field: 'vast_url' });
    // It would ask itself until the player gives up. By whatever name this server is called: keys are drawn by lot.
    const key = /\/vast\/([\w-]+)\.xml(?:[?#]|$)/.exec(body.vast_url)?.[1] ?? '';
    const [ours] = await tx.select({ id: trackerTable.id }).from(trackerTable).where(eq(trackerTable.key, key));
    if (ours || body.vast_url.startsWith(`${parts.publicUrl()}/vast/`))
      throw refuse('own_tag', {}, { field: 'vast_url' });
    return;
  }
  const own = and(eq(creativeTable.id, body.creative_id ?? 0), eq(creativeTable.packageName, packageName));
  if ((await tx.select({ id: creativeTable.id }).from(creativeTable).where(own)).length === 0)
    throw refuse('no_creative', {}, { field: 'creative_id' });
}

/** Two changes within a millisecond are two. */
const later = (before: Date, now: Date): Date => new Date(Math.max(now.getTime(), before.getTime() + 1));

const columnsOf = (body: NewTracker | TrackerEdit, updatedAt: Date) => ({
  name: body.name,
  campaign: body.campaign,
  brand: body.brand,
  publishers: [...new Set(body.publishers)],
  mode: body.mode,
  vastUrl: body.mode === 'wrapper' ? body.vast_url : '',
  creativeId: body.mode === 'inline' ? body.creative_id : null,
  landingUrl: body.landing_url,
  skipSeconds: body.skip_seconds,
  status: body.status,
  countries: body.countries,
  capLimit: body.cap.limit,
  capWindow: body.cap.window,
  blockDomains: body.safety.block_domains,
  blockApps: body.safety.block_apps,
  strict: body.safety.strict,
  verifications: body.verifications,
  ssaiAddresses: body.ssai_addresses,
  startsOn: body.start,
  endsOn: body.end,
  updatedAt,
});

const auditOf = ({ id, name, packageName, status, campaign }: Row) => ({
  subject: name,
  package: packageName,
  details: { id, campaign, status },
});

function one(views: readonly TrackerView[]): TrackerView {
  const [view] = views;
  if (!view) throw new Error('A tracker was not stored');
  return view;
}

async function viewsOf({ publicUrl }: Parts, db: Db | Tx, rows: readonly Row[]): Promise<TrackerView[]> {
  const ids = rows.flatMap(({ creativeId }) => (creativeId === null ? [] : [creativeId]));
  const creatives =
    ids.length === 0
      ? []
      : await db
          .select({ id: creativeTable.id, name: creativeTable.name })
          .from(creativeTable)
          .where(inArray(creativeTable.id, ids));
  const names = new Map(creatives.map(({ id, name }) => [id, name]));
  const base = publicUrl();
  return rows.map((row) => ({
    id: row.id,
    package_name: row.packageName,
    name: row.name,
    campaign: row.campaign,
    brand: row.brand,
    publishers: row.publishers,
    mode: row.mode,
    vast_url: row.vastUrl,
    creative_id: row.creativeId,
    creative: names.get(row.creativeId ?? 0) ?? '',
    landing_url: row.landingUrl,
    skip_seconds: row.skipSeconds,
    status: row.status,
    countries: row.countries,
    cap: { limit: row.capLimit, window: row.capWindow },
    safety: { block_domains: row.blockDomains, block_apps: row.blockApps, strict: row.strict },
    verifications: row.verifications,
    ssai_addresses: row.ssaiAddresses,
    start: row.startsOn,
    end: row.endsOn,
    tags: (row.publishers.length === 0 ? [''] : row.publishers).map((publisher) => ({
      publisher,
      url: tagAddress(base, row.key, publisher),
    })),
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }));
}
