import { createHash, randomBytes } from 'node:crypto';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { feedAudit } from '#domains/block-lists/contract/audit.ts';
import type { FeedView, newFeed } from '#domains/block-lists/contract/feed-endpoints.ts';
import { FEED_FORMATS } from '#domains/block-lists/contract/formats.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { ownRules } from '#traffic/rule-sets/server/rule-set-store.ts';
import { askAgain, effectOf } from './effect.ts';
import { fittingOf } from './feed-formats.ts';
import { copyOf, etagOf, type FeedStores, textOf } from './feed-text.ts';
import { entriesInForce } from './keep-list.ts';
import { ownRow } from './own-row.ts';
import { refuse } from './refuse.ts';
import { blockFeed, blockList, type FeedRow } from './tables.ts';

/** 256 random bits; who has them may read the feed. */
const newSecret = (): string => randomBytes(32).toString('base64url');
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export async function listFeeds(scope: Scope, { db }: Database, packageName: string): Promise<FeedView[]> {
  const rows = await db
    .select()
    .from(blockFeed)
    .where(and(eq(blockFeed.packageName, ownRules(scope, packageName)), isNull(blockFeed.revokedAt)))
    .orderBy(asc(blockFeed.id));
  return rows.map(({ id, name, format, kinds, cleanPercent, entries, leftOut, ...row }) => ({
    id,
    name,
    format,
    kinds,
    clean_percent: cleanPercent,
    entries,
    left_out: leftOut,
    changed_at: row.changedAt.toISOString(),
    fetches: row.fetches,
    last_fetched_at: row.lastFetchedAt?.toISOString() ?? null,
    last_fetched_from: row.lastFetchedFrom,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
  }));
}

/** Makes a feed with its text, so that it can be read at once. Its address is told this once. */
export async function makeFeed(
  scope: Scope,
  stores: FeedStores,
  info: PackageInfo,
  wanted: Omit<z.output<typeof newFeed>, 'package_name'>,
): Promise<{ id: number; path: string }> {
  const packageName = ownRules(scope, info.package_name);
  const fitting: readonly string[] | undefined = FEED_FORMATS[wanted.format].kinds;
  if (fitting && wanted.kinds.some((kind) => !fitting.includes(kind)))
    throw refuse('kinds_not_in_format', {}, { field: 'kinds' });
  const { database, clickhouse, now } = stores;
  const [state] = await database.db.select().from(blockList).where(eq(blockList.packageName, packageName));
  const entries = await entriesInForce(stores, packageName);
  const own = fittingOf(
    wanted.format,
    entries.filter(({ kind }) => wanted.kinds.includes(kind)),
  );
  askAgain(info, await effectOf(scope, clickhouse, info, own), wanted.confirm);
  const { name, format, kinds, clean_percent: cleanPercent } = wanted;
  const text = await textOf(scope, stores, info, { format, kinds, cleanPercent }, entries);
  const secret = newSecret();
  const row = await database.db.transaction(async (tx) => {
    const [made] = await tx
      .insert(blockFeed)
      .values({
        packageName,
        name,
        format,
        kinds,
        cleanPercent,
        secretHash: hashOf(secret),
        createdBy: scope.userName,
        createdAt: now(),
        changedAt: now(),
        body: text.body,
        etag: etagOf(text.body),
        entries: text.entries,
        leftOut: text.leftOut,
        // One behind: the job that follows writes the copy beside the database.
        followed: (state?.changes ?? 0) - 1,
      })
      .onConflictDoNothing()
      .returning();
    if (!made) throw refuse('feed_twice', {}, { as: 'conflict', field: 'name' });
    await audit(tx, scope, { action: feedAudit.make, ...auditOf(made) });
    return made;
  });
  return { id: row.id, path: pathOf(row, secret) };
}

/** Another address; the one before is as unknown as one that never was. */
export async function rotateFeed(
  scope: Scope,
  { database, files }: Pick<FeedStores, 'database' | 'files'>,
  id: number,
): Promise<{ id: number; path: string; packageName: string }> {
  const row = await ownFeed(scope, database, id);
  const secret = newSecret();
  await database.db.transaction(async (tx) => {
    await tx
      .update(blockFeed)
      .set({ secretHash: hashOf(secret), followed: -1 })
      .where(eq(blockFeed.id, id));
    await audit(tx, scope, { action: feedAudit.rotate, ...auditOf(row) });
  });
  await files.remove(copyOf(row.secretHash));
  return { id, path: pathOf(row, secret), packageName: row.packageName };
}

export async function revokeFeed(
  scope: Scope,
  { database, files, now }: Pick<FeedStores, 'database' | 'files' | 'now'>,
  id: number,
): Promise<void> {
  const row = await ownFeed(scope, database, id);
  await database.db.transaction(async (tx) => {
    // Its text says nothing to anybody any more.
    await tx.update(blockFeed).set({ revokedAt: now(), body: '' }).where(eq(blockFeed.id, id));
    await audit(tx, scope, { action: feedAudit.revoke, ...auditOf(row) });
  });
  await files.remove(copyOf(row.secretHash));
}

async function ownFeed(scope: Scope, { db }: Database, id: number): Promise<FeedRow> {
  const [row] = await db
    .select()
    .from(blockFeed)
    .where(and(eq(blockFeed.id, id), isNull(blockFeed.revokedAt)));
  return ownRow(scope, row);
}

/** The name at its end is for the eye and for programs that go by it. */
const pathOf = ({ name, format }: Pick<FeedRow, 'name' | 'format'>, secret: string): string =>
  `/feeds/${secret}/${name.toLowerCase().replace(/[^a-z0-9]+/g, '-') || 'feed'}.${FEED_FORMATS[format].extension}`;

const auditOf = ({ id, packageName, name, format, kinds }: FeedRow) => ({
  subject: name,
  package: packageName,
  details: { id, format, kinds },
});
