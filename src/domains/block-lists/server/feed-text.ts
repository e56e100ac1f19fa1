import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { FileName, Files } from '#platform/server/files/files.ts';
import type { RuleSetStores } from '#traffic/rule-sets/server/rule-set-store.ts';
import { FEED_FORMATS } from '../contract/formats.ts';
import { countAddresses } from './address-counts.ts';
import { fittingOf, type Written, written } from './feed-formats.ts';
import { entriesInForce } from './keep-list.ts';
import { isV4 } from './normal-values.ts';
import { exclusions } from './search-ads.ts';
import { blockFeed, blockList, type EntryRow, type FeedRow } from './tables.ts';

export interface FeedStores extends RuleSetStores {
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
  /** With copies of the texts, answered from while the database is down. */
  files: Files;
}

/** What a copy beside the database says. */
export interface FeedCopy {
  name: string;
  format: FeedRow['format'];
  etag: string;
  changedAt: string;
  body: string;
}

/** Writes the text of every feed of the package that is behind its list; one that stays the same keeps its date. */
export async function writeFeeds(scope: Scope, stores: FeedStores, packageName: string): Promise<void> {
  const { db } = stores.database;
  const [state] = await db.select().from(blockList).where(eq(blockList.packageName, packageName));
  const changes = state?.changes ?? 0;
  const feeds = await db
    .select()
    .from(blockFeed)
    .where(and(eq(blockFeed.packageName, packageName), isNull(blockFeed.revokedAt)));
  const behind = feeds.filter(({ followed }) => followed < changes);
  if (behind.length === 0) return;
  const entries = await entriesInForce(stores, packageName);
  const info = await stores.packageInfo(scope, packageName);
  for (const feed of behind) {
    const text = await textOf(scope, stores, info, feed, entries);
    await keepText(stores, feed, { ...text, changes });
  }
}

/** The text of a feed; addresses for search ads need to be told apart by what they did. */
export async function textOf(
  scope: Scope,
  { clickhouse }: Pick<FeedStores, 'clickhouse'>,
  info: PackageInfo,
  feed: Pick<FeedRow, 'format' | 'kinds' | 'cleanPercent'>,
  entries: readonly EntryRow[],
): Promise<Written> {
  const own = entries.filter(({ kind }) => feed.kinds.includes(kind));
  if (feed.format !== 'search_ads') return written(feed.format, own);
  const { most } = FEED_FORMATS.search_ads;
  const values = fittingOf('search_ads', own).map(({ value }) => value);
  const { counts, clean } = await countAddresses(scope, clickhouse, info, values.filter(isAddressOfV4));
  const { lines, leftOut } = exclusions(values, counts, { most, cleanAllowed: (clean * feed.cleanPercent) / 100 });
  const body = lines.map((line) => `${line}\n`).join('');
  return { body, entries: lines.length, leftOut: leftOut + own.length - values.length };
}

const isAddressOfV4 = (value: string): boolean => !value.includes('/') && isV4(value);

export const etagOf = (body: string): string => `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`;

async function keepText(
  { database: { db }, files, now }: FeedStores,
  feed: FeedRow,
  { body, entries, leftOut, changes }: Written & { changes: number },
): Promise<void> {
  const etag = etagOf(body);
  const same = feed.etag === etag;
  const changedAt = same ? feed.changedAt : now();
  const [kept] = await db
    .update(blockFeed)
    .set({ entries, leftOut, followed: changes, ...(same ? {} : { body, etag, changedAt }) })
    .where(and(eq(blockFeed.id, feed.id), isNull(blockFeed.revokedAt)))
    .returning({ secretHash: blockFeed.secretHash });
  if (!kept) return;
  const { name, format } = feed;
  const copy: FeedCopy = { name, format, etag, changedAt: changedAt.toISOString(), body };
  try {
    await files.write(copyOf(kept.secretHash), JSON.stringify(copy));
  } catch (error) {
    // The next run writes it again.
    await db
      .update(blockFeed)
      .set({ followed: changes - 1 })
      .where(eq(blockFeed.id, feed.id));
    throw error;
  }
}

export const copyOf = (secretHash: string): FileName => `feeds/${secretHash}.json`;
