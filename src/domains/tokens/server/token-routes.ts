import { count, desc, eq } from 'drizzle-orm';
import { tokenAudit } from '#domains/tokens/contract/audit.ts';
import { ok } from '#platform/contract/envelopes.ts';
import { totalPages } from '#platform/contract/paging.ts';
import { makeApiToken } from '#platform/server/access/api-tokens.ts';
import { apiToken, packageTable } from '#platform/server/access/tables.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { refuse } from '#platform/server/http/refuse.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { apiTokens, type TokenView } from '../contract/endpoints.ts';

const DAY_MS = 86_400_000;

type TokenRow = typeof apiToken.$inferSelect;

export function tokenRoutes({ database: { db }, now }: { database: Database; now: () => Date }): Route[] {
  return implement(apiTokens)({
    list: async ({ query: { package_name, page, limit } }) => {
      const where = package_name ? eq(apiToken.packageName, package_name) : undefined;
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
      const total = counted?.total ?? 0;
      return { data: rows.map((row) => toView(row, now())), Total_pages: totalPages(total, limit), total };
    },

    add: async ({ scope, body }) =>
      db.transaction(async (tx) => {
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
            createdAt: now(),
            expiresAt: body.days === null ? null : new Date(now().getTime() + body.days * DAY_MS),
          })
          .returning();
        if (!row) throw new Error('The token was not stored');
        await audit(tx, scope, { action: tokenAudit.add, ...auditOf(row) });
        return ok({ ...toView(row, now()), token }, 'Created successfully !');
      }),

    /** Harmless to repeat: what is revoked stays revoked since the first time. */
    revoke: async ({ scope, params }) =>
      db.transaction(async (tx) => {
        const [row] = await tx.select().from(apiToken).where(eq(apiToken.id, params.id)).for('update');
        if (!row) throw appError('not_found', { field: 'id' });
        if (row.revokedAt) return ok(toView(row, now()));
        const revokedAt = now();
        await tx.update(apiToken).set({ revokedAt }).where(eq(apiToken.id, row.id));
        await audit(tx, scope, { action: tokenAudit.revoke, ...auditOf(row) });
        return ok(toView({ ...row, revokedAt }, now()), 'Updated successfully !');
      }),
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
