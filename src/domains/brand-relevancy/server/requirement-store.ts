import { randomBytes } from 'node:crypto';
import { and, count, desc, eq, ilike, ne, or, sql } from 'drizzle-orm';
import { brandAudit } from '#domains/brand-relevancy/contract/audit.ts';
import type {
  KeywordChange,
  KeywordEdit,
  NewRequirement,
  RequirementEdit,
  RequirementView,
} from '#domains/brand-relevancy/contract/requirement.ts';
import type { requirementEndpoints } from '#domains/brand-relevancy/contract/requirement-endpoints.ts';
import type { Out } from '#platform/contract/endpoint.ts';
import { ofOwnPackages } from '#platform/server/access/own-packages.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { type AppError, appError } from '#platform/server/http/app-error.ts';
import { containing } from '#platform/server/postgres/like.ts';
import { requireBrands, requireBrandsOf } from './own-package.ts';
import type { BrandParts, Tx } from './parts.ts';
import { refuse } from './refuse.ts';
import { checkMove, requireMove, requireOpen } from './requirement-moves.ts';
import { keywordChangeTable, requirementTable } from './tables.ts';

export type RequirementRow = typeof requirementTable.$inferSelect;
type Keywords = Pick<RequirementRow, 'keywords' | 'excludedKeywords'>;

const REFERENCE_BYTES = 18;

export async function listRequirements(
  scope: Scope,
  { database: { db } }: BrandParts,
  { package_name, status, search, page, limit }: Out<(typeof requirementEndpoints.list)['query']>,
): Promise<{ rows: RequirementView[]; total: number }> {
  requireBrands(scope, 'tracking.read');
  const pattern = search ? containing(search) : undefined;
  const t = requirementTable;
  const where = and(
    package_name === undefined
      ? ofOwnPackages(scope, t.packageName)
      : eq(t.packageName, requirePackage(scope, package_name)),
    status && eq(t.status, status),
    pattern ? or(ilike(t.campaignName, pattern), ilike(t.brand, pattern), ilike(t.category, pattern)) : undefined,
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
  return { rows: rows.map(viewOf), total: counted?.total ?? 0 };
}

/** 404 for a reference that was guessed, and for one of a package the caller does not see: neither says that it exists. */
export async function oneRequirement(
  scope: Scope,
  { database: { db } }: BrandParts,
  reference: string,
): Promise<RequirementView> {
  requireBrands(scope, 'tracking.read');
  const [row] = await db.select().from(requirementTable).where(eq(requirementTable.reference, reference));
  if (!row || (scope.packages !== 'all' && !scope.packages.has(row.packageName)))
    throw appError('not_found', { field: 'reference' });
  return viewOf(row);
}

export async function addRequirement(scope: Scope, parts: BrandParts, body: NewRequirement): Promise<RequirementView> {
  const packageName = requireBrandsOf(scope, 'tracking.write', body.package_name);
  check(body);
  if (body.status !== 'draft') requireMove('draft', body.status);
  return parts.database.db.transaction(async (tx) => {
    const now = parts.now();
    const [row] = await tx
      .insert(requirementTable)
      .values({
        packageName,
        reference: randomBytes(REFERENCE_BYTES).toString('base64url'),
        createdBy: scope.userName,
        createdAt: now,
        ...columnsOf(body, now),
      })
      .onConflictDoNothing()
      .returning();
    if (!row) throw (await namedAlready(tx, packageName, body.campaign_name)) ?? appError('conflict');
    await noteKeywords(scope, tx, row, { keywords: [], excludedKeywords: [] }, { reason: '', now });
    await audit(tx, scope, { action: brandAudit.addRequirement, ...auditOf(row) });
    return viewOf(row);
  });
}

/** 409 with nothing changed when somebody saved since it was read. */
export async function editRequirement(
  scope: Scope,
  parts: BrandParts,
  id: number,
  body: RequirementEdit,
): Promise<RequirementView> {
  requireBrands(scope, 'tracking.write');
  check(body);
  return parts.database.db.transaction(async (tx) => {
    const before = await ownRequirement(scope, tx, id);
    requireOpen(before);
    requireUnchanged(before, body.updated_at);
    if (body.status !== before.status) await checkMove(tx, before, body);
    const twice = await namedAlready(tx, before.packageName, body.campaign_name, id);
    if (twice) throw twice;
    const now = later(before.updatedAt, parts.now());
    const row = await changed(tx, id, columnsOf(body, now));
    await noteKeywords(scope, tx, row, before, { reason: '', now });
    await audit(tx, scope, { action: brandAudit.editRequirement, ...auditOf(row) });
    return viewOf(row);
  });
}

/** Nothing but the keywords changes, and what changed is kept with who did it and why. */
export async function editKeywords(
  scope: Scope,
  parts: BrandParts,
  id: number,
  body: KeywordEdit,
): Promise<RequirementView> {
  requireBrands(scope, 'tracking.write');
  return parts.database.db.transaction(async (tx) => {
    const before = await ownRequirement(scope, tx, id);
    requireOpen(before);
    requireUnchanged(before, body.updated_at);
    const { keywords = before.keywords, excluded_keywords = before.excludedKeywords, reason } = body;
    check({ start: before.startsOn, end: before.endsOn, status: before.status, keywords, excluded_keywords });
    const now = later(before.updatedAt, parts.now());
    const row = await changed(tx, id, { keywords, excludedKeywords: excluded_keywords, updatedAt: now });
    await noteKeywords(scope, tx, row, before, { reason, now });
    await audit(tx, scope, { action: brandAudit.editKeywords, ...auditOf(row) });
    return viewOf(row);
  });
}

export async function keywordHistory(
  scope: Scope,
  { database: { db } }: BrandParts,
  id: number,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: KeywordChange[]; total: number }> {
  requireBrands(scope, 'tracking.read');
  return db.transaction(async (tx) => {
    await ownRequirement(scope, tx, id);
    const where = eq(keywordChangeTable.requirementId, id);
    const rows = await tx
      .select()
      .from(keywordChangeTable)
      .where(where)
      .orderBy(desc(keywordChangeTable.id))
      .limit(limit)
      .offset((page - 1) * limit);
    const [counted] = await tx.select({ total: count() }).from(keywordChangeTable).where(where);
    return { rows: rows.map(changeOf), total: counted?.total ?? 0 };
  });
}

/** 404 for an unknown number, 403 for one of a foreign package. Locked until the transaction ends. */
export async function ownRequirement(scope: Scope, tx: Tx, id: number): Promise<RequirementRow> {
  const [row] = await tx.select().from(requirementTable).where(eq(requirementTable.id, id)).for('update');
  if (!row) throw appError('not_found', { field: 'id' });
  requirePackage(scope, row.packageName);
  return row;
}

function requireUnchanged({ updatedAt }: Pick<RequirementRow, 'updatedAt'>, readAt: string | undefined): void {
  if (readAt !== undefined && updatedAt.toISOString() !== readAt)
    throw refuse('requirement_changed', {}, { as: 'conflict' });
}

/** The refusal for a campaign that has a requirement, however its letters are written; undefined where it has none. */
async function namedAlready(tx: Tx, packageName: string, name: string, but = 0): Promise<AppError | undefined> {
  const t = requirementTable;
  const same = sql`lower(${t.campaignName}) = lower(${name})`;
  const [found] = await tx
    .select({ name: t.campaignName })
    .from(t)
    .where(and(eq(t.packageName, packageName), same, ne(t.id, but)));
  return found && refuse('requirement_twice', { name: found.name }, { as: 'conflict', field: 'campaign_name' });
}

type Checked = Pick<NewRequirement, 'start' | 'end' | 'status' | 'keywords' | 'excluded_keywords'>;

function check({ start, end, status, keywords, excluded_keywords }: Checked): void {
  if (end < start) throw refuse('requirement_ends_first', {}, { field: 'end' });
  const wanted = new Set(keywords.map((word) => word.toLowerCase()));
  const both = excluded_keywords.find((word) => wanted.has(word.toLowerCase()));
  if (both !== undefined) throw refuse('keyword_both', { keyword: both }, { field: 'excluded_keywords' });
  if (status !== 'draft' && status !== 'closed' && keywords.length === 0)
    throw refuse('requirement_keywords', {}, { field: 'keywords' });
}

async function changed(tx: Tx, id: number, columns: Partial<RequirementRow>): Promise<RequirementRow> {
  const [row] = await tx.update(requirementTable).set(columns).where(eq(requirementTable.id, id)).returning();
  if (!row) throw appError('not_found', { field: 'id' });
  return row;
}

/** Two changes within a millisecond are two. */
const later = (before: Date, now: Date): Date => new Date(Math.max(now.getTime(), before.getTime() + 1));

async function noteKeywords(
  scope: Scope,
  tx: Tx,
  row: RequirementRow,
  before: Keywords,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  const without = (list: readonly string[], known: readonly string[]) => list.filter((word) => !known.includes(word));
  const change = {
    added: without(row.keywords, before.keywords),
    removed: without(before.keywords, row.keywords),
    excludedAdded: without(row.excludedKeywords, before.excludedKeywords),
    excludedRemoved: without(before.excludedKeywords, row.excludedKeywords),
  };
  if (Object.values(change).every((words) => words.length === 0)) return;
  const by = { requirementId: row.id, reason, changedBy: scope.userName, changedAt: now };
  await tx.insert(keywordChangeTable).values({ ...change, ...by });
}

const columnsOf = (body: NewRequirement | RequirementEdit, updatedAt: Date) => ({
  campaignName: body.campaign_name,
  brand: body.brand,
  category: body.category,
  keywords: body.keywords,
  excludedKeywords: body.excluded_keywords,
  locations: [...new Set(body.locations)],
  languages: [...new Set(body.languages)],
  startsOn: body.start,
  endsOn: body.end,
  status: body.status,
  acceptsReview: body.accepts_review,
  minViews: body.min_views,
  maxAgeDays: body.max_age_days,
  allowedChannels: [...new Set(body.allowed_channels)],
  blockedChannels: [...new Set(body.blocked_channels)],
  targetCount: body.target_count,
  updatedAt,
});

const viewOf = (row: RequirementRow): RequirementView => ({
  id: row.id,
  reference: row.reference,
  package_name: row.packageName,
  campaign_name: row.campaignName,
  brand: row.brand,
  category: row.category,
  keywords: row.keywords,
  excluded_keywords: row.excludedKeywords,
  locations: row.locations,
  languages: row.languages,
  start: row.startsOn,
  end: row.endsOn,
  status: row.status,
  accepts_review: row.acceptsReview,
  min_views: row.minViews,
  max_age_days: row.maxAgeDays,
  allowed_channels: row.allowedChannels,
  blocked_channels: row.blockedChannels,
  target_count: row.targetCount,
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

const changeOf = (row: typeof keywordChangeTable.$inferSelect): KeywordChange => ({
  id: row.id,
  added: row.added,
  removed: row.removed,
  excluded_added: row.excludedAdded,
  excluded_removed: row.excludedRemoved,
  reason: row.reason,
  changed_by: row.changedBy,
  changed_at: row.changedAt.toISOString(),
});

const auditOf = ({ id, campaignName, packageName, status }: RequirementRow) => ({
  subject: campaignName,
  package: packageName,
  details: { id, status },
});
