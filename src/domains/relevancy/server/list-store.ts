import { and, count, desc, eq, ilike, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { relevancyAudit } from '#domains/relevancy/contract/audit.ts';
import type { Added, ListView, newList } from '#domains/relevancy/contract/list-endpoints.ts';
import { type Listed, MOST_ENTRIES, MOST_LISTS } from '#domains/relevancy/contract/video-list.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { containing } from '#platform/server/postgres/like.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { itemOf } from './list-item.ts';
import { ownList, ownLists } from './own-lists.ts';
import { refuse } from './refuse.ts';
import { listEntryTable, listTable, type StoredList } from './tables.ts';

/** What was deleted can be put back for a month. */
const KEPT_REMOVED = sql`now() - interval '30 days'`;

export interface ListParts {
  database: Database;
  now: () => Date;
}
type Tx = Parameters<Parameters<Database['db']['transaction']>[0]>[0];

/** Named whole: by `id` alone the entry's own would be meant. */
const ENTRIES = sql<number>`(SELECT count(*)::int FROM video_list_entry AS e WHERE e.list_id = video_list.id)`;

export async function listLists(
  scope: Scope,
  { db }: Database,
  asked: { package_name: string; search?: string | undefined; page: number; limit: number },
): Promise<{ rows: ListView[]; total: number }> {
  const where = and(
    eq(listTable.packageName, ownLists(scope, 'tracking.read', asked.package_name)),
    isNull(listTable.removedAt),
    asked.search ? ilike(listTable.name, containing(asked.search)) : undefined,
  );
  const [rows, [counted]] = await Promise.all([
    db
      .select({ list: listTable, entries: ENTRIES })
      .from(listTable)
      .where(where)
      .orderBy(desc(listTable.changedAt), desc(listTable.id))
      .limit(asked.limit)
      .offset((asked.page - 1) * asked.limit),
    db.select({ total: count() }).from(listTable).where(where),
  ]);
  return { rows: rows.map(({ list, entries }) => viewOf(list, entries)), total: counted?.total ?? 0 };
}

const viewOf = (list: StoredList, entries: number): ListView => ({
  id: list.id,
  package_name: list.packageName,
  name: list.name,
  kind: list.kind,
  holds: list.holds,
  entries,
  created_by: list.createdBy,
  created_at: list.createdAt.toISOString(),
  changed_at: list.changedAt.toISOString(),
});

export async function makeList(
  scope: Scope,
  { database: { db }, now }: ListParts,
  { package_name, name, kind, holds, entries }: z.output<typeof newList>,
): Promise<Added> {
  const packageName = ownLists(scope, 'tracking.write', package_name);
  const at = now();
  return db.transaction(async (tx) => {
    await lockNames(tx, packageName);
    await requireRoom(tx, packageName);
    await requireFreeName(tx, { packageName, name, id: 0 });
    const made = { packageName, name, kind, holds, createdBy: scope.userName, createdAt: at, changedAt: at };
    const [list] = await tx.insert(listTable).values(made).returning();
    if (!list) throw new Error('A list was not stored');
    const stored = await store(scope, tx, list, entries, at);
    const details = { id: list.id, kind, holds, added: stored.added };
    await audit(tx, scope, { action: relevancyAudit.make, subject: name, package: packageName, details });
    return { list: viewOf(list, stored.added), ...stored };
  });
}

/** What is on the list already stays as it is; nothing new leaves no trace. */
export function addToList(scope: Scope, { database, now }: ListParts, id: number, entries: readonly Listed[]) {
  const at = now();
  return withOwn(scope, database, id, async (tx, list): Promise<Added> => {
    requireThere(list);
    const { added, known } = await store(scope, tx, list, entries, at);
    if (added > 0) {
      await tx.update(listTable).set({ changedAt: at }).where(eq(listTable.id, id));
      const details = { id, added };
      await audit(tx, scope, { action: relevancyAudit.add, subject: list.name, package: list.packageName, details });
    }
    const view = viewOf({ ...list, changedAt: added > 0 ? at : list.changedAt }, await countEntries(tx, id));
    return { list: view, added, known };
  });
}

/** How many were not there before, and how many were; one that is given twice is one. */
async function store(scope: Scope, tx: Tx, list: StoredList, entries: readonly Listed[], addedAt: Date) {
  const ofVideos = list.holds === 'videos';
  const byItem = new Map(entries.map((entry) => [itemOf(list.holds, entry), entry]));
  const rows = [...byItem].map(([item, entry]) => {
    if (item === null) throw refuse('list_unknown', {}, { field: 'entries' });
    return {
      listId: list.id,
      item,
      videoUrl: ofVideos ? entry.video_url : '',
      title: ofVideos ? entry.title : '',
      channelId: entry.channel_id,
      channelName: entry.owner_channel_name,
      addedBy: scope.userName,
      addedAt,
    };
  });
  const fresh = await tx.insert(listEntryTable).values(rows).onConflictDoNothing().returning({ id: listEntryTable.id });
  if ((await countEntries(tx, list.id)) > MOST_ENTRIES) throw refuse('list_full', { most: MOST_ENTRIES });
  return { added: fresh.length, known: rows.length - fresh.length };
}

async function countEntries(tx: Tx, listId: number): Promise<number> {
  const [row] = await tx.select({ n: count() }).from(listEntryTable).where(eq(listEntryTable.listId, listId));
  return row?.n ?? 0;
}

export function renameList(scope: Scope, { database, now }: ListParts, id: number, name: string): Promise<ListView> {
  return withOwn(scope, database, id, async (tx, list) => {
    requireThere(list);
    const entries = await countEntries(tx, id);
    if (list.name === name) return viewOf(list, entries);
    await requireFreeName(tx, { ...list, name });
    const changed = { name, changedAt: now() };
    await tx.update(listTable).set(changed).where(eq(listTable.id, id));
    const details = { id, before: list.name };
    await audit(tx, scope, { action: relevancyAudit.rename, subject: name, package: list.packageName, details });
    return viewOf({ ...list, ...changed }, entries);
  });
}

/** Deleted, or put back; doing it twice does it once. */
export function keepList(scope: Scope, { database, now }: ListParts, id: number, kept: boolean): Promise<ListView> {
  return withOwn(scope, database, id, async (tx, list) => {
    const entries = await countEntries(tx, id);
    if (kept === (list.removedAt === null)) return viewOf(list, entries);
    if (kept) {
      await requireRoom(tx, list.packageName);
      await requireFreeName(tx, list);
    }
    await tx
      .update(listTable)
      .set({ removedAt: kept ? null : now() })
      .where(eq(listTable.id, id));
    await tx.delete(listTable).where(and(isNotNull(listTable.removedAt), lt(listTable.removedAt, KEPT_REMOVED)));
    const action = kept ? relevancyAudit.restore : relevancyAudit.remove;
    const details = { id, entries };
    await audit(tx, scope, { action, subject: list.name, package: list.packageName, details });
    return viewOf(list, entries);
  });
}

/** A list that was deleted is only put back. */
export function requireThere(list: StoredList): void {
  if (list.removedAt) throw appError('not_found', { field: 'id' });
}

/** One after the other: two who do the same at once do it once. */
export async function withOwn<R>(
  scope: Scope,
  { db }: Database,
  id: number,
  work: (tx: Tx, list: StoredList) => Promise<R>,
): Promise<R> {
  return db.transaction(async (tx) => {
    const [seen] = await tx.select().from(listTable).where(eq(listTable.id, id));
    const { packageName } = ownList(scope, 'tracking.write', seen);
    await lockNames(tx, packageName);
    const [list] = await tx.select().from(listTable).where(eq(listTable.id, id)).for('update');
    return work(tx, ownList(scope, 'tracking.write', list));
  });
}

const lockNames = (tx: Tx, packageName: string) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`video_list ${packageName}`}, 0))`);

async function requireRoom(tx: Tx, packageName: string): Promise<void> {
  const there = and(eq(listTable.packageName, packageName), isNull(listTable.removedAt));
  const [row] = await tx.select({ n: count() }).from(listTable).where(there);
  if ((row?.n ?? 0) >= MOST_LISTS) throw refuse('list_limit', { most: MOST_LISTS });
}

async function requireFreeName(
  tx: Tx,
  { id, packageName, name }: Pick<StoredList, 'id' | 'packageName' | 'name'>,
): Promise<void> {
  const same: SQL | undefined = and(
    eq(listTable.packageName, packageName),
    sql`lower(${listTable.name}) = lower(${name})`,
    isNull(listTable.removedAt),
    ne(listTable.id, id),
  );
  const [taken] = await tx.select({ id: listTable.id }).from(listTable).where(same);
  if (taken) throw refuse('list_name_taken', {}, { field: 'name' });
}
