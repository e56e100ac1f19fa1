import { and, asc, eq } from 'drizzle-orm';
import { packageAudit } from '#domains/packages/contract/audit.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { appUser, packageRequest, packageTable, userPackage } from '#platform/server/access/tables.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { AccessRequest } from '../contract/onboarding.ts';
import { STARTER_MENU } from './first-package.ts';
import type { UserRow } from './users.ts';

const joined = ({ db }: Pick<Database, 'db'>) =>
  db
    .select({ request: packageRequest, user: appUser, title: packageTable.title, ownerId: packageTable.ownerId })
    .from(packageRequest)
    .innerJoin(appUser, eq(appUser.id, packageRequest.userId))
    .innerJoin(packageTable, eq(packageTable.name, packageRequest.packageName));

const isDecider = (scope: Scope, ownerId: number | null): boolean =>
  scope.role === 'admin' || (ownerId !== null && ownerId === scope.userId);

/** Open requests the caller may decide. */
export async function openRequests(scope: Scope, database: Database): Promise<AccessRequest[]> {
  const rows = await joined(database)
    .where(
      and(
        eq(packageRequest.state, 'open'),
        scope.role === 'admin' ? undefined : eq(packageTable.ownerId, scope.userId),
      ),
    )
    .orderBy(asc(packageRequest.createdAt))
    .limit(500);
  return rows.map(({ request, user, title }) => ({
    id: request.id,
    name: user.name,
    email: user.email,
    package_name: request.packageName,
    package_title: title,
    asked_at: request.createdAt.toISOString(),
  }));
}

/** Of two who decide at once the second is told. Approving twice changes nothing. */
export function decideRequest(
  scope: Scope,
  database: Database,
  id: number,
  approve: boolean,
  now: Date,
): Promise<{ user: UserRow; title: string }> {
  return database.db.transaction(async (tx) => {
    const [found] = await joined({ db: tx }).where(eq(packageRequest.id, id));
    // Who may not decide does not learn whether there is anything to decide.
    if (!found || !isDecider(scope, found.ownerId)) throw appError('not_found');
    const { request, user, title } = found;
    const decided = await tx
      .update(packageRequest)
      .set({ state: approve ? 'approved' : 'refused', decidedAt: now, decidedBy: scope.userName })
      .where(and(eq(packageRequest.id, id), eq(packageRequest.state, 'open')))
      .returning({ id: packageRequest.id });
    if (decided.length === 0) throw appError('conflict');
    if (approve)
      await tx
        .insert(userPackage)
        .values({ userId: user.id, packageName: request.packageName, menu: [...STARTER_MENU] })
        .onConflictDoNothing();
    await audit(tx, scope, {
      action: approve ? packageAudit.approve : packageAudit.refuse,
      subject: user.email,
      package: request.packageName,
    });
    return { user, title };
  });
}

/** Packages the caller has asked for and nobody has decided on. */
export async function waitingFor(scope: Scope, { db }: Database): Promise<string[]> {
  const rows = await db
    .select({ name: packageRequest.packageName })
    .from(packageRequest)
    .where(and(eq(packageRequest.userId, scope.userId), eq(packageRequest.state, 'open')));
  return rows.map(({ name }) => name);
}

/** Whom a request is for: the owner of the package, else its administrators. */
export async function decidersOf({ db }: Database, packageName: string): Promise<UserRow[]> {
  const [owner] = await db
    .select({ user: appUser })
    .from(packageTable)
    .innerJoin(appUser, eq(appUser.id, packageTable.ownerId))
    .where(eq(packageTable.name, packageName));
  if (owner && !owner.user.disabledAt) return [owner.user];
  const administrators = await db.select().from(appUser).where(eq(appUser.role, 'admin'));
  return administrators.filter(({ disabledAt }) => !disabledAt);
}
