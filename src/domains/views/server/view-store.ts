import { randomBytes } from 'node:crypto';
import { and, asc, count, eq, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import { viewAudit } from '#domains/views/contract/audit.ts';
import { namesOnly } from '#domains/views/contract/named-publishers.ts';
import type { SavedView } from '#domains/views/contract/view-endpoints.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { appUser } from '#platform/server/access/tables.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { refuse } from './refuse.ts';
import { savedView } from './tables.ts';

const MOST_VIEWS = 200;
/** What was deleted can be put back for a month. */
const KEPT_REMOVED = sql`now() - interval '30 days'`;

type Row = typeof savedView.$inferSelect;
type NewView = Pick<SavedView, 'name' | 'path' | 'asked' | 'range'>;

/** Views belong to people: a program with a token has none. */
function ownerOf(scope: Scope): number {
  requireMay(scope, 'board.read');
  if (scope.userId <= 0) throw appError('forbidden');
  return scope.userId;
}

export async function listViews(scope: Scope, { db }: Database, packageName: string): Promise<SavedView[]> {
  const rows = await db
    .select()
    .from(savedView)
    .where(
      and(ofOwner(scope), eq(savedView.packageName, requirePackage(scope, packageName)), isNull(savedView.removedAt)),
    )
    .orderBy(asc(sql`lower(${savedView.name})`));
  return rows.map(viewOf);
}

const ofOwner = (scope: Scope): SQL => eq(savedView.userId, ownerOf(scope));

export async function saveView(
  scope: Scope,
  { db }: Database,
  packageName: string,
  { range, ...wanted }: NewView,
): Promise<SavedView> {
  const userId = ownerOf(scope);
  requirePackage(scope, packageName);
  if ('from' in range && range.from > range.to) throw appError('range_reversed', { field: 'range' });
  return db.transaction(async (tx) => {
    // One after the other: two who save at once under one name are told.
    await tx.select({ id: appUser.id }).from(appUser).where(eq(appUser.id, userId)).for('update');
    const [known] = await tx
      .select({ n: count() })
      .from(savedView)
      .where(and(eq(savedView.userId, userId), isNull(savedView.removedAt)));
    if ((known?.n ?? 0) >= MOST_VIEWS) throw refuse('view_limit', { most: MOST_VIEWS });
    await requireFreeName(tx, { packageName, userId, name: wanted.name, id: 0 });
    const days = 'days' in range ? { days: range.days } : { firstDay: range.from, lastDay: range.to };
    const [row] = await tx
      .insert(savedView)
      .values({ ...wanted, ...days, packageName, userId })
      .returning();
    if (!row) throw new Error('A view was not stored');
    await audit(tx, scope, { action: viewAudit.save, ...auditOf(row) });
    return viewOf(row);
  });
}

/** Its name, and whether a link leads to it; a link that was taken back never works again. */
export function changeView(
  scope: Scope,
  database: Database,
  id: number,
  { name, shared }: { name: string; shared: boolean },
): Promise<SavedView> {
  return withOwn(scope, database, id, async (tx, row) => {
    if (row.removedAt) throw appError('not_found', { field: 'id' });
    const key = shared ? (row.key ?? randomBytes(24).toString('base64url')) : null;
    if (name === row.name && key === row.key) return row;
    await requireFreeName(tx, { ...row, name });
    const changed = { ...row, name, key };
    await tx.update(savedView).set({ name, key }).where(eq(savedView.id, id));
    await audit(tx, scope, { action: viewAudit.change, ...auditOf(changed) });
    return changed;
  });
}

/** Doing it twice does it once. */
export function keepView(scope: Scope, database: Database, id: number, kept: boolean): Promise<SavedView> {
  return withOwn(scope, database, id, async (tx, row) => {
    if (kept === (row.removedAt === null)) return row;
    if (kept) await requireFreeName(tx, row);
    const removedAt = kept ? null : sql`now()`;
    await tx.update(savedView).set({ removedAt }).where(eq(savedView.id, id));
    await tx.delete(savedView).where(and(isNotNull(savedView.removedAt), lt(savedView.removedAt, KEPT_REMOVED)));
    await audit(tx, scope, { action: kept ? viewAudit.save : viewAudit.remove, ...auditOf(row) });
    return row;
  });
}

/** What a shared view asks; whoever opens it asks that with rights of their own. Of a foreign package it does not exist. */
export async function sharedView(scope: Scope, { db }: Database, key: string) {
  requireMay(scope, 'board.read');
  const [found] = await db
    .select({ view: savedView, author: appUser.name })
    .from(savedView)
    .innerJoin(appUser, eq(appUser.id, savedView.userId))
    .where(and(eq(savedView.key, key), isNull(savedView.removedAt)));
  if (!found || (scope.packages !== 'all' && !scope.packages.has(found.view.packageName)))
    throw refuse('view_not_shared', {}, { as: 'not_found' });
  const { package_name, name, path, asked, range } = viewOf(found.view);
  if (scope.publishers !== 'all' && !namesOnly({ path, asked }, scope.publishers))
    throw refuse('view_not_shared', {}, { as: 'not_found' });
  return { package_name, name, path, asked, range, author: found.author };
}

type Tx = Parameters<Parameters<Database['db']['transaction']>[0]>[0];

function withOwn(
  scope: Scope,
  { db }: Database,
  id: number,
  work: (tx: Tx, row: Row) => Promise<Row>,
): Promise<SavedView> {
  const own = and(ofOwner(scope), eq(savedView.id, id));
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(savedView).where(own).for('update');
    if (!row) throw appError('not_found', { field: 'id' });
    requirePackage(scope, row.packageName);
    return viewOf(await work(tx, row));
  });
}

async function requireFreeName(
  tx: Tx,
  { id, packageName, userId, name }: Pick<Row, 'id' | 'packageName' | 'userId' | 'name'>,
): Promise<void> {
  const [taken] = await tx
    .select({ id: savedView.id })
    .from(savedView)
    .where(
      and(
        eq(savedView.userId, userId),
        eq(savedView.packageName, packageName),
        sql`lower(${savedView.name}) = lower(${name})`,
        isNull(savedView.removedAt),
        ne(savedView.id, id),
      ),
    );
  if (taken) throw refuse('view_name_taken', {}, { field: 'name' });
}

/** Filters may name people: the log says that they were kept, not which. */
const auditOf = ({ id, name, packageName, path, key }: Row) => ({
  subject: name,
  package: packageName,
  details: { id, path, shared: key !== null },
});

function viewOf({ id, packageName, name, path, asked, days, firstDay, lastDay, key, createdAt }: Row): SavedView {
  const range = days === null ? { from: firstDay ?? '', to: lastDay ?? '' } : { days };
  return { id, package_name: packageName, name, path, asked, range, key, created_at: createdAt.toISOString() };
}
