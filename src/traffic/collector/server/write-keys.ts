import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { liveAudit } from '#traffic/collector/contract/audit.ts';
import type { newKey, WriteKeyView } from '#traffic/collector/contract/live-endpoints.ts';
import { refuse } from './refuse.ts';
import { senderNote, writeKey } from './tables.ts';

/** Tells a write key from a token, in logs and in scanners for secrets that were published by mistake. */
export const PREFIX = 'adw_';
const SECRET_BYTES = 32;
const HINT_CHARACTERS = 10;

type KeyRow = typeof writeKey.$inferSelect;

/** 256 random bits: nothing to guess, so a fast hash is enough. */
const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
/** Whether it looks like one: another is mistaken for a key, or was cut off. */
export const isKey = (text: string): boolean => /^adw_[\w-]{43}$/.test(text);
export const hashOfKey = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export async function listKeys(
  scope: Scope,
  { db }: Database,
  packageName: string,
  now: Date,
): Promise<WriteKeyView[]> {
  requireMay(scope, 'import.read');
  const today = and(
    eq(senderNote.keyId, writeKey.id),
    eq(senderNote.note, 'sent'),
    eq(senderNote.detail, now.toISOString().slice(0, 10)),
  );
  const rows = await db
    .select({ row: writeKey, today: senderNote.n })
    .from(writeKey)
    .leftJoin(senderNote, today)
    .where(eq(writeKey.packageName, requirePackage(scope, packageName)))
    .orderBy(desc(writeKey.id));
  return rows.map(({ row, today: events }) => ({
    id: row.id,
    name: row.name,
    hint: row.hint,
    origins: row.origins,
    per_second: row.perSecond,
    per_day: row.perDay,
    today: events ?? 0,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
  }));
}

/** The secret is in this answer and nowhere else: only its hash is kept. */
export async function makeKey(
  scope: Scope,
  { db }: Database,
  now: Date,
  body: z.input<typeof newKey>,
): Promise<{ id: number; secret: string }> {
  requireMay(scope, 'import.write');
  requirePackage(scope, body.package_name);
  return db.transaction(async (tx) => {
    const own = and(
      eq(writeKey.packageName, body.package_name),
      eq(writeKey.name, body.name),
      isNull(writeKey.revokedAt),
    );
    if ((await tx.select({ id: writeKey.id }).from(writeKey).where(own)).length > 0)
      throw refuse('key_twice', {}, { as: 'conflict', field: 'name' });
    const wanted = {
      packageName: body.package_name,
      name: body.name,
      origins: [...new Set(body.origins)],
      perSecond: body.per_second ?? null,
      perDay: body.per_day ?? null,
    };
    const made = await insert(scope, tx, now, wanted);
    await audit(tx, scope, { action: liveAudit.makeKey, ...auditOf(made.row) });
    return { id: made.row.id, secret: made.secret };
  });
}

/** A second key beside the first, so that senders change over without a gap; the first ends when it is revoked. */
export async function rotateKey(
  scope: Scope,
  { db }: Database,
  now: Date,
  id: number,
): Promise<{ id: number; secret: string }> {
  return db.transaction(async (tx) => {
    const old = await ownKey(scope, tx, id);
    if (old.revokedAt) throw appError('not_found', { field: 'id' });
    const made = await insert(scope, tx, now, old);
    await audit(tx, scope, { action: liveAudit.rotateKey, ...auditOf(made.row), details: { id: made.row.id, of: id } });
    return { id: made.row.id, secret: made.secret };
  });
}

/** Harmless to repeat. */
export async function revokeKey(scope: Scope, { db }: Database, now: Date, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await ownKey(scope, tx, id);
    if (row.revokedAt) return;
    await tx.update(writeKey).set({ revokedAt: now }).where(eq(writeKey.id, id));
    await audit(tx, scope, { action: liveAudit.revokeKey, ...auditOf(row) });
  });
}

type Transaction = Parameters<Parameters<Database['db']['transaction']>[0]>[0];

/** 404 for an unknown id, 403 for a key of a foreign package. */
async function ownKey(scope: Scope, tx: Transaction, id: number): Promise<KeyRow> {
  requireMay(scope, 'import.write');
  const [row] = await tx.select().from(writeKey).where(eq(writeKey.id, id)).for('update');
  if (!row) throw appError('not_found', { field: 'id' });
  requirePackage(scope, row.packageName);
  return row;
}

async function insert(
  scope: Scope,
  tx: Transaction,
  now: Date,
  {
    packageName,
    name,
    origins,
    perSecond,
    perDay,
  }: Pick<KeyRow, 'packageName' | 'name' | 'origins' | 'perSecond' | 'perDay'>,
): Promise<{ row: KeyRow; secret: string }> {
  const secret = newSecret();
  const [row] = await tx
    .insert(writeKey)
    .values({
      packageName,
      name,
      origins,
      perSecond,
      perDay,
      hash: hashOfKey(secret),
      hint: secret.slice(0, HINT_CHARACTERS),
      createdBy: scope.userName,
      createdAt: now,
    })
    .returning();
  if (!row) throw new Error('The write key was not stored');
  return { row, secret };
}

const auditOf = ({ id, name, packageName, origins, perSecond, perDay }: KeyRow) => ({
  subject: name,
  package: packageName,
  details: { id, origins, per_second: perSecond, per_day: perDay },
});
