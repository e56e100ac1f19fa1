import { and, asc, count, desc, eq, ilike, or } from 'drizzle-orm';
import { relevancyAudit } from '#domains/relevancy/contract/audit.ts';
import type { EntryView } from '#domains/relevancy/contract/list-endpoints.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { type Cell, csvFileName, csvStream } from '#platform/server/csv.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { FileAnswer } from '#platform/server/http/implement.ts';
import { containing } from '#platform/server/postgres/like.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { type ListParts, requireThere, withOwn } from './list-store.ts';
import { ownList } from './own-lists.ts';
import { listEntryTable, listTable, type StoredEntry, type StoredList } from './tables.ts';

/** As the file that is saved from a scan, and the same for channels. */
const HEADS = { videos: ['video_url', 'channel_id'], channels: ['channel_id', 'channel_name'] } as const;

async function listToRead(scope: Scope, { db }: Database, id: number): Promise<StoredList> {
  const [found] = await db.select().from(listTable).where(eq(listTable.id, id));
  const list = ownList(scope, 'tracking.read', found);
  requireThere(list);
  return list;
}

export async function listEntries(
  scope: Scope,
  database: Database,
  id: number,
  { search, page, limit }: { search?: string | undefined; page: number; limit: number },
): Promise<{ rows: EntryView[]; total: number }> {
  await listToRead(scope, database, id);
  const { videoUrl, title, channelId, channelName } = listEntryTable;
  const said = containing(search ?? '');
  const where = and(
    eq(listEntryTable.listId, id),
    search ? or(...[videoUrl, title, channelId, channelName].map((column) => ilike(column, said))) : undefined,
  );
  const [rows, [counted]] = await Promise.all([
    database.db
      .select()
      .from(listEntryTable)
      .where(where)
      .orderBy(desc(listEntryTable.addedAt), desc(listEntryTable.id))
      .limit(limit)
      .offset((page - 1) * limit),
    database.db.select({ total: count() }).from(listEntryTable).where(where),
  ]);
  return { rows: rows.map(viewOf), total: counted?.total ?? 0 };
}

const viewOf = (row: StoredEntry): EntryView => ({
  id: row.id,
  video_url: row.videoUrl,
  title: row.title,
  channel_id: row.channelId,
  owner_channel_name: row.channelName,
  added_by: row.addedBy,
  added_at: row.addedAt.toISOString(),
});

export function dropEntry(
  scope: Scope,
  { database, now }: ListParts,
  { id, entry }: { id: number; entry: number },
): Promise<EntryView> {
  return withOwn(scope, database, id, async (tx, list) => {
    requireThere(list);
    const [gone] = await tx
      .delete(listEntryTable)
      .where(and(eq(listEntryTable.listId, id), eq(listEntryTable.id, entry)))
      .returning();
    if (!gone) throw appError('not_found', { field: 'entry' });
    await tx.update(listTable).set({ changedAt: now() }).where(eq(listTable.id, id));
    const details = { id, video_url: gone.videoUrl, channel_id: gone.channelId };
    await audit(tx, scope, { action: relevancyAudit.drop, subject: list.name, package: list.packageName, details });
    return viewOf(gone);
  });
}

/** In the order they were added. */
export async function fileOfList(scope: Scope, database: Database, id: number): Promise<FileAnswer> {
  const { name, kind, holds } = await listToRead(scope, database, id);
  const rows = await database.db
    .select()
    .from(listEntryTable)
    .where(eq(listEntryTable.listId, id))
    .orderBy(asc(listEntryTable.id));
  const cells = rows.map((row): Cell[] =>
    holds === 'videos' ? [row.videoUrl, row.channelId] : [row.channelId, row.channelName],
  );
  return {
    fileName: csvFileName(name, kind),
    mediaType: 'text/csv; charset=utf-8',
    stream: csvStream(HEADS[holds], cells),
  };
}
