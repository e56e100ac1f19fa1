import { and, count, desc, eq, sql } from 'drizzle-orm';
import { packageAudit } from '#domains/packages/contract/audit.ts';
import { ofOwnPackages } from '#platform/server/access/own-packages.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { appUser, packageRequest, packageTable, userPackage } from '#platform/server/access/tables.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { PackageRequestView } from '../contract/endpoints.ts';
import { refuse } from './refuse.ts';

type State = PackageRequestView['state'];

const rowsFrom = (db: Pick<Database['db'], 'select'>) =>
  db
    .select({ request: packageRequest, title: packageTable.title, name: appUser.name, email: appUser.email })
    .from(packageRequest)
    .innerJoin(packageTable, eq(packageTable.name, packageRequest.packageName))
    .innerJoin(appUser, eq(appUser.id, packageRequest.userId));

export async function listRequests(
  scope: Scope,
  { db }: Database,
  { state, page, limit }: { state?: State | undefined; page: number; limit: number },
): Promise<{ rows: PackageRequestView[]; total: number }> {
  requireMay(scope, 'package.write');
  const where = and(
    ofOwnPackages(scope, packageRequest.packageName),
    state ? eq(packageRequest.state, state) : undefined,
  );
  const [rows, [counted]] = await Promise.all([
    rowsFrom(db)
      .where(where)
      .orderBy(sql`${packageRequest.state} <> 'open'`, desc(packageRequest.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(packageRequest).where(where),
  ]);
  return { rows: rows.map(toView), total: counted?.total ?? 0 };
}

/** Decided once: saying the same again changes nothing, the opposite is refused. */
export async function decideRequest(
  scope: Scope,
  { db }: Database,
  id: number,
  state: 'approved' | 'refused',
  now: Date,
): Promise<PackageRequestView> {
  requireMay(scope, 'package.write');
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(packageRequest).where(eq(packageRequest.id, id)).for('update');
    if (!row) throw appError('not_found', { field: 'id' });
    requirePackage(scope, row.packageName);
    if (row.state === 'open') {
      await tx
        .update(packageRequest)
        .set({ state, decidedAt: now, decidedBy: scope.userName })
        .where(eq(packageRequest.id, id));
      if (state === 'approved')
        await tx.insert(userPackage).values({ userId: row.userId, packageName: row.packageName }).onConflictDoNothing();
    } else if (row.state !== state) throw refuse('request_decided');
    const [after] = await rowsFrom(tx).where(eq(packageRequest.id, id));
    if (!after) throw appError('not_found', { field: 'id' });
    const view = toView(after);
    if (row.state === 'open')
      await audit(tx, scope, {
        action: state === 'approved' ? packageAudit.approve : packageAudit.refuse,
        subject: view.user_email,
        package: view.package_name,
      });
    return view;
  });
}

interface RequestRow {
  request: typeof packageRequest.$inferSelect;
  title: string;
  name: string;
  email: string;
}

const toView = ({ request, title, name, email }: RequestRow): PackageRequestView => ({
  id: request.id,
  package_name: request.packageName,
  package_title: title,
  user_name: name,
  user_email: email,
  state: request.state,
  created_at: request.createdAt.toISOString(),
  decided_at: request.decidedAt?.toISOString() ?? null,
  decided_by: request.decidedBy,
});
