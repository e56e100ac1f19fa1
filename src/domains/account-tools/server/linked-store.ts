import { asc, count, eq } from 'drizzle-orm';
import type { accountEndpoints, LinkedAccountView } from '#domains/account-tools/contract/accounts.ts';
import { accountToolsAudit } from '#domains/account-tools/contract/audit.ts';
import type { Out } from '#platform/contract/endpoint.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { ownNumbered } from './own-numbered.ts';
import type { AccountToolParts } from './parts.ts';
import { refuse } from './refuse.ts';
import { linkedAccountTable } from './tables.ts';

type Row = typeof linkedAccountTable.$inferSelect;

export async function listLinkedAccounts(
  scope: Scope,
  { database: { db } }: AccountToolParts,
  { package_name, page, limit }: Out<(typeof accountEndpoints.list)['query']>,
): Promise<{ rows: LinkedAccountView[]; total: number }> {
  requireMay(scope, 'package.read');
  const where = eq(linkedAccountTable.packageName, requirePackage(scope, package_name));
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(linkedAccountTable)
      .where(where)
      .orderBy(asc(linkedAccountTable.platform), asc(linkedAccountTable.name), asc(linkedAccountTable.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(linkedAccountTable).where(where),
  ]);
  return { rows: rows.map(viewOf), total: counted?.total ?? 0 };
}

export async function linkAccount(
  scope: Scope,
  { database: { db }, now }: AccountToolParts,
  { package_name, platform, account_id, name, note }: Out<(typeof accountEndpoints.link)['body']>,
): Promise<LinkedAccountView> {
  requireMay(scope, 'rules.write');
  const packageName = requirePackage(scope, package_name);
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(linkedAccountTable)
      .values({ packageName, platform, accountId: account_id, name, note, linkedBy: scope.userName, linkedAt: now() })
      .onConflictDoNothing()
      .returning();
    if (!row) throw refuse('account_linked_already', {}, { as: 'conflict', field: 'account_id' });
    await audit(tx, scope, { action: accountToolsAudit.link, ...auditOf(row) });
    return viewOf(row);
  });
}

export async function unlinkAccount(scope: Scope, { database: { db } }: AccountToolParts, id: number): Promise<void> {
  requireMay(scope, 'rules.write');
  await db.transaction(async (tx) => {
    const [found] = await tx.select().from(linkedAccountTable).where(eq(linkedAccountTable.id, id)).for('update');
    const row = ownNumbered(scope, found);
    requirePackage(scope, row.packageName);
    await tx.delete(linkedAccountTable).where(eq(linkedAccountTable.id, id));
    await audit(tx, scope, { action: accountToolsAudit.unlink, ...auditOf(row) });
  });
}

const auditOf = ({ id, packageName, name, platform, accountId }: Row) => ({
  subject: name,
  package: packageName,
  details: { id, platform, account_id: accountId },
});

const viewOf = (row: Row): LinkedAccountView => ({
  id: row.id,
  platform: row.platform,
  account_id: row.accountId,
  name: row.name,
  note: row.note,
  linked_by: row.linkedBy,
  linked_at: row.linkedAt.toISOString(),
});
