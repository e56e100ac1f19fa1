import { and, count, desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { tokenAudit } from '#domains/tokens/contract/audit.ts';
import { makeApiToken } from '#platform/server/access/api-tokens.ts';
import { ofOwnPackages } from '#platform/server/access/own-packages.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { apiToken, packageTable } from '#platform/server/access/tables.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { refuse } from '#platform/server/http/refuse.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { newToken, TokenView } from '../contract/endpoints.ts';

const DAY_MS = 86_400_000;

type TokenRow = typeof apiToken.$inferSelect;

/** The newest first. */
export async function listTokens(
  scope: Scope,
  { db }: Database,
  now: Date,
  { package_name, page, limit }: { package_name?: string | undefined; page: number; limit: number },
): Promise<{ rows: TokenView[]; total: number }> {
  requireMay(scope, 'package.write');
  const where = and(
    ofOwnPackages(scope, apiToken.packageName),
    package_name ? eq(apiToken.packageName, package_name) : undefined,
  );
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(apiToken)
      .where(where)
      .orderBy(desc(apiToken.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(apiToken).where(where),
  ]);
  return { rows: rows.map((row) => toView(row, now)), total: counted?.total ?? 0 };
}

/** The token itself is in this answer and nowhere else: only its hash is kept. */
export async function addToken(
  scope: Scope,
  { db }: Database,
  now: Date,
  body: z.output<typeof newToken>,
): Promise<TokenView & { token: string }> {
  requireMay(scope, 'package.write');
  requirePackage(scope, body.package_name);
  return db.transaction(async (tx) => {
    const [found] = await tx.select().from(packageTable).where(eq(packageTable.name, body.package_name));
    if (!found) throw refuse('no_such_package', {}, { field: 'package_name' });
    const { token, hash, hint } = makeApiToken();
    const [row] = await tx
      .insert(apiToken)
      .values({
        packageName: body.package_name,
        name: body.name,
        hash,
        hint,
        permissions: [...new Set(body.permissions)],
        author: scope.userName,
        createdAt: now,
        expiresAt: body.days === null ? null : new Date(now.getTime() + body.days * DAY_MS),
      })
      .returning();
    if (!row) throw new Error('The token was not stored');
    await audit(tx, scope, { action: tokenAudit.add, ...auditOf(row) });
    return { ...toView(row, now), token };
  });
}

/** Harmless to repeat: what is revoked stays revoked since the first time, and then `changed` is false. */
export async function revokeToken(
  scope: Scope,
  { db }: Database,
  now: Date,
  id: number,
): Promise<{ view: TokenView; changed: boolean }> {
  requireMay(scope, 'package.write');
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(apiToken).where(eq(apiToken.id, id)).for('update');
    if (!row) throw appError('not_found', { field: 'id' });
    requirePackage(scope, row.packageName);
    if (row.revokedAt) return { view: toView(row, now), changed: false };
    await tx.update(apiToken).set({ revokedAt: now }).where(eq(apiToken.id, row.id));
    await audit(tx, scope, { action: tokenAudit.revoke, ...auditOf(row) });
    return { view: toView({ ...row, revokedAt: now }, now), changed: true };
  });
}

const auditOf = ({ id, name, packageName, permissions, expiresAt }: TokenRow) => ({
  subject: name,
  package: packageName,
  details: { id, permissions, expires_at: expiresAt },
});

const toView = (row: TokenRow, now: Date): TokenView => ({
  id: row.id,
  package_name: row.packageName,
  name: row.name,
  hint: row.hint,
  permissions: row.permissions,
  author: row.author,
  state: row.revokedAt ? 'revoked' : row.expiresAt && row.expiresAt <= now ? 'expired' : 'active',
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt?.toISOString() ?? null,
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
});
