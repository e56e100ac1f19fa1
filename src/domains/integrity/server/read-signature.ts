import { eq } from 'drizzle-orm';
import type { Signature } from '#domains/integrity/contract/kinds.ts';
import type { Db } from './parts.ts';
import { isSigned, type LinkKey, linkSecret, nonceHash, sealOf } from './sign-link.ts';
import { nonceTable } from './tables.ts';

/** A clock that is wrong by this much is no fault of a link's. */
export const SKEW_SECONDS = 120;
/** A link that holds once is not signed for longer: until then its nonce is remembered. */
export const ONCE_SECONDS = 86_400;

/** A link as it was followed. */
export interface FollowedLink {
  path: string;
  params: readonly (readonly [string, string])[];
  at: Date;
}

interface SignatureParts {
  db: Db;
  linkMaster: Buffer;
  /** The key of the package of this number, if it holds now. */
  keyOf: (keyId: string) => LinkKey | undefined | Promise<LinkKey | undefined>;
  /** Nothing is written: a link that holds once holds still. */
  onlyLooking: boolean;
}

/** What the signature of a link says; a link that holds once is used up by the answer. */
export async function readSignature(
  { path, params, at }: FollowedLink,
  { db, linkMaster, keyOf, onlyLooking }: SignatureParts,
): Promise<Signature> {
  const seal = sealOf(params);
  if (!seal) return 'missing';
  const key = await keyOf(seal.keyId);
  if (!key || (key.perPublisher && seal.publisher === '')) return 'invalid';
  if (!isSigned(linkSecret(linkMaster, key, seal.publisher), path, params, seal.signature)) return 'invalid';
  const now = at.getTime() / 1000;
  if (!(seal.expires + SKEW_SECONDS > now)) return 'expired';
  if (seal.nonce === '') return 'valid';
  if (seal.expires > now + ONCE_SECONDS) return 'invalid';
  const nonce = nonceHash(key, seal.publisher, seal.nonce);
  return (await (onlyLooking ? isUnused(db, nonce) : spend(db, nonce, at))) ? 'valid' : 'replayed';
}

async function isUnused(db: Db, nonce: Buffer): Promise<boolean> {
  const used = await db.select({ at: nonceTable.usedAt }).from(nonceTable).where(eq(nonceTable.nonce, nonce));
  return used.length === 0;
}

async function spend(db: Db, nonce: Buffer, usedAt: Date): Promise<boolean> {
  const { rowCount } = await db.insert(nonceTable).values({ nonce, usedAt }).onConflictDoNothing();
  return rowCount === 1;
}
