import { readFile } from 'node:fs/promises';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { parseAddress } from '#platform/contract/ip-network.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { FileAnswer } from '#platform/server/http/implement.ts';
import { FEED_FORMAT_IDS, FEED_FORMATS } from '../contract/formats.ts';
import { hashOf } from './feed-store.ts';
import { copyPlace, type FeedCopy, type FeedStores } from './feed-text.ts';
import { shortAddress } from './normal-values.ts';
import { blockFeed } from './tables.ts';

const copySchema = z.object({
  name: z.string(),
  format: z.string().transform((text) => FEED_FORMAT_IDS.find((id) => id === text) ?? 'text'),
  etag: z.string(),
  changedAt: z.string(),
  body: z.string(),
});

/** The stored text under a secret. While the database is down: the copy of it, as it was written last. */
export async function readFeed(
  stores: Pick<FeedStores, 'database' | 'feedFolder' | 'now'>,
  secret: string,
  from: string,
): Promise<FileAnswer> {
  const hash = hashOf(secret);
  let copy: FeedCopy | undefined;
  try {
    copy = await storedFeed(stores, hash, from);
  } catch (error) {
    copy = await readCopy(stores.feedFolder, hash);
    if (!copy) throw error;
  }
  if (!copy) throw appError('not_found');
  const { extension, mediaType } = FEED_FORMATS[copy.format];
  return {
    fileName: `feed.${extension}`,
    mediaType,
    stream: copy.body,
    version: { etag: copy.etag, changedAt: new Date(copy.changedAt) },
  };
}

async function storedFeed(
  { database: { db }, now }: Pick<FeedStores, 'database' | 'now'>,
  hash: string,
  from: string,
): Promise<FeedCopy | undefined> {
  const [row] = await db
    .update(blockFeed)
    .set({ fetches: sql`${blockFeed.fetches} + 1`, lastFetchedAt: now(), lastFetchedFrom: networkOf(from) })
    .where(and(eq(blockFeed.secretHash, hash), isNull(blockFeed.revokedAt)))
    .returning();
  if (!row) return undefined;
  const { name, format, etag, changedAt, body } = row;
  return { name, format, etag, changedAt: changedAt.toISOString(), body };
}

async function readCopy(folder: string, hash: string): Promise<FeedCopy | undefined> {
  const text = await readFile(copyPlace(folder, hash), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : copySchema.parse(JSON.parse(text));
}

/** Who reads a feed is a program; the network says enough of where it runs. */
function networkOf(address: string): string {
  const digits = parseAddress(address);
  if (digits === null) return '';
  return digits.startsWith('00000000000000000000ffff')
    ? `${shortAddress(digits).replace(/\.\d+$/, '')}.0/24`
    : `${shortAddress(digits.slice(0, 12).padEnd(32, '0'))}/48`;
}
