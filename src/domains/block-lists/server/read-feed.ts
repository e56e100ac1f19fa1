import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { parseAddress } from '#platform/contract/ip-network.ts';
import { readText } from '#platform/server/files/files.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { FileAnswer } from '#platform/server/http/implement.ts';
import { FEED_FORMAT_IDS, FEED_FORMATS } from '../contract/formats.ts';
import { hashOf } from './feed-store.ts';
import { copyOf, type FeedStores } from './feed-text.ts';
import type { FeedTexts } from './feed-texts.ts';
import { shortAddress } from './normal-values.ts';
import { blockFeed, type FeedRow } from './tables.ts';

const copySchema = z.object({
  name: z.string(),
  format: z.string().transform((text) => FEED_FORMAT_IDS.find((id) => id === text) ?? 'text'),
  etag: z.string(),
  changedAt: z.string(),
  body: z.string(),
});

export interface ReadParts extends Pick<FeedStores, 'database' | 'files' | 'now'> {
  texts: FeedTexts;
  /** Runs what the answer does not wait for. */
  later: (work: () => Promise<void>) => void;
}

export interface Reader {
  /** The address it is asked from. */
  from: string;
  /** Header `accept-encoding`. */
  encodings: string;
}

/** The stored text under a secret. While the database is down: the copy of it, as it was written last. */
export async function readFeed(parts: ReadParts, secret: string, { from, encodings }: Reader): Promise<FileAnswer> {
  const hash = hashOf(secret);
  let feed: Feed | undefined;
  try {
    feed = await storedFeed(parts, hash);
    if (feed) parts.later(() => noteFetch(parts, hash, from));
  } catch (error) {
    feed = await readCopy(parts, hash);
    if (!feed) throw error;
  }
  if (!feed) throw appError('not_found');
  const { extension, mediaType } = FEED_FORMATS[feed.format];
  const { etag, changedAt, plain } = feed;
  const small = /\bgzip\b/.test(encodings) && plain.length > TOO_SMALL;
  return {
    fileName: `feed.${extension}`,
    mediaType,
    stream: small ? await parts.texts.compressed(etag, plain) : plain,
    ...(small ? { encoding: 'gzip' as const } : {}),
    version: { etag, changedAt },
  };
}

/** Bytes that fit into one packet gain nothing. */
const TOO_SMALL = 1_400;

interface Feed extends Pick<FeedRow, 'format' | 'etag' | 'changedAt'> {
  plain: Buffer;
}

/** Its text is read from the database once: what a tag stands for does not change. */
async function storedFeed({ database: { db }, texts }: ReadParts, hash: string): Promise<Feed | undefined> {
  const { id, format, etag, changedAt, body } = blockFeed;
  const inUse = and(eq(blockFeed.secretHash, hash), isNull(blockFeed.revokedAt));
  const [row] = await db.select({ id, format, etag, changedAt }).from(blockFeed).where(inUse);
  if (!row) return undefined;
  const known = texts.get(row.etag);
  if (known) return { ...row, plain: known.plain };
  const [read] = await db.select({ format, etag, changedAt, body }).from(blockFeed).where(inUse);
  return read && { ...read, plain: texts.keep(read.etag, read.body).plain };
}

/** Behind the answer: a row that is written for every reader would make each wait for the disk, and for the others. */
async function noteFetch({ database: { db }, now }: ReadParts, hash: string, from: string): Promise<void> {
  await db
    .update(blockFeed)
    .set({ fetches: sql`${blockFeed.fetches} + 1`, lastFetchedAt: now(), lastFetchedFrom: networkOf(from) })
    .where(eq(blockFeed.secretHash, hash));
}

async function readCopy({ files, texts }: ReadParts, hash: string): Promise<Feed | undefined> {
  const text = await readText(files, copyOf(hash)).catch(() => undefined);
  if (text === undefined) return undefined;
  const { format, etag, changedAt, body } = copySchema.parse(JSON.parse(text));
  return { format, etag, changedAt: new Date(changedAt), plain: texts.keep(etag, body).plain };
}

/** Who reads a feed is a program; the network says enough of where it runs. */
function networkOf(address: string): string {
  const digits = parseAddress(address);
  if (digits === null) return '';
  return digits.startsWith('00000000000000000000ffff')
    ? `${shortAddress(digits).replace(/\.\d+$/, '')}.0/24`
    : `${shortAddress(digits.slice(0, 12).padEnd(32, '0'))}/48`;
}
