import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { integrityAudit } from '#domains/integrity/contract/audit.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Db, IntegrityParts, Tx } from './parts.ts';
import type { LinkKey } from './sign-link.ts';
import { keyTable } from './tables.ts';

const KEY_BYTES = 6;
/** Links of the key before hold this long (AppsFlyer's click signing). */
export const OVERLAP_HOURS = 36;
const HOUR_MS = 3_600_000;

/** Keys of a package whose links hold now, the one that signs first. */
export const keysOf = (db: Db | Tx, packageName: string, now: Date) =>
  db
    .select()
    .from(keyTable)
    .where(and(eq(keyTable.packageName, packageName), or(isNull(keyTable.endsAt), gt(keyTable.endsAt, now))))
    .orderBy(sql`${keyTable.endsAt} IS NOT NULL`, desc(keyTable.madeAt));

/**
 * The key that signs, made with the first link of a package. One whose secret all publishers share signs no more: what
 * it has signed holds until the key is changed.
 */
export async function signingKey(scope: Scope, tx: Tx, packageName: string, now: Date): Promise<LinkKey> {
  requireMay(scope, 'tracking.write');
  const own = and(eq(keyTable.packageName, packageName), isNull(keyTable.endsAt), eq(keyTable.perPublisher, true));
  const [there] = await tx.select().from(keyTable).where(own);
  return there ?? insertKey(scope, tx, packageName, now);
}

/** The key before holds for a day and a half, so that nobody has to change all links at one moment. */
export async function rotateKey(
  scope: Scope,
  { database: { db }, now }: IntegrityParts,
  name: string,
): Promise<string> {
  requireMay(scope, 'tracking.write');
  const packageName = requirePackage(scope, name);
  if (scope.vendors !== 'all') throw appError('forbidden');
  return db.transaction(async (tx) => {
    const own = and(eq(keyTable.packageName, packageName), isNull(keyTable.endsAt));
    await tx
      .update(keyTable)
      .set({ endsAt: new Date(now().getTime() + OVERLAP_HOURS * HOUR_MS) })
      .where(own);
    const { keyId } = await insertKey(scope, tx, packageName, now());
    await audit(tx, scope, { action: integrityAudit.rotateKey, subject: keyId, package: packageName });
    return keyId;
  });
}

async function insertKey(scope: Scope, tx: Tx, packageName: string, madeAt: Date): Promise<LinkKey> {
  const key = { keyId: randomBytes(KEY_BYTES).toString('base64url'), packageName, perPublisher: true };
  await tx.insert(keyTable).values({ ...key, madeBy: scope.userName, madeAt });
  return key;
}
