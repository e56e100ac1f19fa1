import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { SNIFF_BYTES, type Sniffed, sniff } from '#domains/hygiene/contract/sniff.ts';
import { analysisOf, type Kind, MOST_BYTES } from '#domains/hygiene/contract/terms.ts';
import { withSafeName } from '#platform/contract/safe-text.ts';
import { requireMay, type Scope } from '#platform/server/access/scope.ts';
import type { FileName } from '#platform/server/files/files.ts';
import { byAddress } from '#platform/server/http/rate-limit.ts';
import type { HygieneParts } from './hygiene-parts.ts';
import { requireWhole } from './own-package.ts';
import { refuse } from './refuse.ts';
import { signedAddress } from './signed-address.ts';
import { analysisTable, uploadTable } from './tables.ts';

const MOST_NAME = 120;

export const fileOf = (name: string): FileName => `hygiene/${name}`;

export interface Sent {
  body: Readable;
  /** Bytes it says to have; null when it does not. */
  declaredBytes: number | null;
  /** `attachment; filename="…"`, as it came. */
  disposition: string;
  /** What it is sent as; '' or any other kind of type for nothing. */
  mediaType: string;
  authorization: string;
  ip: string;
  packageName: string | undefined;
}

/**
 * Stores a file as it comes, for a day, and answers an address that reads it for a quarter of an hour. What it is, its
 * bytes say. @throws AppError 403 for a foreign package or a wrong authorization, 413, 422
 */
export async function takeUpload(scope: Scope | null, parts: HygieneParts, sent: Sent): Promise<string> {
  if (!scope) requireAuthorization(parts, sent.authorization);
  const { packageName = null } = sent;
  if (scope && packageName !== null) {
    requireMay(scope, 'tracking.write');
    requireWhole(scope, packageName);
  }
  const pieces = sent.body[Symbol.asyncIterator]();
  const head = await firstBytes(pieces);
  if (head.length === 0) throw refuse('hygiene_empty', {}, { as: 'malformed' });
  const found = sniff(head, sent.mediaType);
  if (!found) throw refuse('hygiene_kind', {}, { as: 'unsupported_media' });
  const most = MOST_BYTES[found.kind];
  if ((sent.declaredBytes ?? 0) > most) throw tooLarge(found.kind);
  const { name, createdAt } = await storeUpload(scope, parts, {
    found,
    pieces: bounded(head, pieces, found),
    packageName: scope ? packageName : null,
    sender: scope ? `user ${scope.userId}` : senderOf(parts.hygieneKey, sent.ip),
    called: calledOf(sent.disposition),
  });
  return signedAddress(parts.hygieneKey, parts.publicUrl(), name, createdAt);
}

interface ToStore {
  found: Sniffed;
  pieces: Buffer | AsyncIterable<Buffer>;
  packageName: string | null;
  sender: string;
  /** '' for the name it is stored under. */
  called: string;
}

/** Without a look at whose it is: whoever calls has looked. */
async function storeUpload(
  scope: Scope | null,
  { database, files, now }: Pick<HygieneParts, 'database' | 'files' | 'now'>,
  { found, pieces, packageName, sender, called }: ToStore,
) {
  const createdAt = now();
  const name = `${createdAt.getTime()}-${randomBytes(15).toString('base64url')}.${found.ending}`;
  const bytes = await files.write(fileOf(name), pieces);
  const { kind, mediaType } = found;
  const row = {
    name,
    packageName,
    sender,
    called: withSafeName(called).slice(0, MOST_NAME) || name,
    kind,
    mediaType,
    bytes,
    createdAt,
  };
  try {
    await database.db.insert(uploadTable).values({ ...row, createdBy: scope?.userName ?? '' });
  } catch (error) {
    await files.remove(fileOf(name));
    throw error;
  }
  return row;
}

/** A picture of a package in the queue, for whoever works on it when the program runs. */
export async function queuePicture(
  scope: Scope,
  parts: Pick<HygieneParts, 'database' | 'files' | 'now'>,
  { package_name, called, bytes }: { package_name: string; called: string; bytes: Buffer },
): Promise<void> {
  requireMay(scope, 'tracking.write');
  const packageName = requireWhole(scope, package_name);
  const found = sniff(bytes);
  if (!found) throw refuse('hygiene_kind', {}, { as: 'unsupported_media' });
  const sender = `user ${scope.userId}`;
  const {
    name,
    kind,
    called: stored,
    createdAt,
  } = await storeUpload(scope, parts, {
    found,
    pieces: bytes,
    packageName,
    sender,
    called,
  });
  await parts.database.db.insert(analysisTable).values({
    uploadName: name,
    analysis: analysisOf(kind),
    tool: 'hygiene',
    packageName,
    called: stored,
    kind,
    state: 'queued',
    createdBy: scope.userName,
    createdAt,
  });
}

const tooLarge = (kind: Kind) => {
  const as = 'too_large' as const;
  if (kind === 'image') return refuse('hygiene_large_image', {}, { as });
  if (kind === 'video') return refuse('hygiene_large_video', {}, { as });
  return refuse('hygiene_large_audio', {}, { as });
};

/** Nothing stands for the pages of this installation, for which the server says it. */
export function requireAuthorization({ hygieneAuthorization }: HygieneParts, given: string): void {
  if (given === '') return;
  const [said, own] = [Buffer.from(given), Buffer.from(hygieneAuthorization)];
  if (said.length !== own.length || !timingSafeEqual(said, own))
    throw refuse('hygiene_authorization', {}, { as: 'forbidden', field: 'authorization' });
}

/** Whose turn it is when many wait: an address is kept as nothing that could be turned back. */
const senderOf = (key: Buffer, ip: string): string =>
  createHmac('sha256', key)
    .update(`sender ${byAddress({ ip })}`)
    .digest('base64url')
    .slice(0, 22);

async function firstBytes(pieces: AsyncIterator<Buffer | string>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  while (bytes < SNIFF_BYTES) {
    const next = await pieces.next();
    if (next.done) break;
    const part = Buffer.from(next.value);
    bytes += part.length;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function* bounded(
  head: Buffer,
  pieces: AsyncIterator<Buffer | string>,
  { kind }: Sniffed,
): AsyncGenerator<Buffer> {
  let bytes = head.length;
  if (bytes > MOST_BYTES[kind]) throw tooLarge(kind);
  yield head;
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    const part = Buffer.from(next.value);
    bytes += part.length;
    if (bytes > MOST_BYTES[kind]) throw tooLarge(kind);
    yield part;
  }
}

/** What the sender calls it, without folders and the moment in front. */
function calledOf(disposition: string): string {
  const said = /filename\*?=(?:UTF-8''|")?([^";]+)/i.exec(disposition)?.[1] ?? '';
  const plain = (text: string): string => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  return plain(said)
    .replace(/^.*[\\/]/, '')
    .replace(/^\d{10,14}[-_ ]?/, '');
}

export async function oneUpload({ database }: Pick<HygieneParts, 'database'>, name: string) {
  const [row] = await database.db.select().from(uploadTable).where(eq(uploadTable.name, name));
  return row;
}
