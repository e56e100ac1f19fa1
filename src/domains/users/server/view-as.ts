import { and, eq } from 'drizzle-orm';
import { viewAudit } from '#domains/users/contract/audit.ts';
import { roleOf } from '#platform/contract/roles.ts';
import { requireMay, type Scope } from '#platform/server/access/scope.ts';
import { appUser, session } from '#platform/server/access/tables.ts';
import { audit } from '#platform/server/audit/audit.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { refuse } from './refuse.ts';
import { lockUser } from './user-store.ts';

/**
 * From now on this session reads with the rights of another user and changes nothing; all its tabs do. The token stays
 * the administrator's own: nothing is issued in the name of somebody else.
 */
export async function startView(scope: Scope, { db }: Database, id: number): Promise<void> {
  requireMay(scope, 'user.write');
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, id);
    if (roleOf(user.role) === 'admin') throw refuse('sees_the_same');
    await tx.update(session).set({ viewAs: id }).where(eq(session.id, scope.sessionId));
    await audit(tx, scope, { action: viewAudit.begin, subject: user.email, details: { role: user.role } });
  });
}

/** Harmless when there is none: a second click, another tab. */
export async function endView(scope: Scope, { db }: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.update(session).set({ viewAs: null }).where(eq(session.id, scope.sessionId));
    if (!scope.viewer) return;
    const [user] = await tx.select().from(appUser).where(eq(appUser.id, scope.userId));
    await audit(tx, scope, { action: viewAudit.end, subject: user?.email });
  });
}

export async function viewing(scope: Scope, { db }: Database) {
  if (!scope.viewer) return null;
  const [user] = await db
    .select()
    .from(appUser)
    .where(and(eq(appUser.id, scope.userId)));
  return user ? { name: user.name, email: user.email, role: user.role, viewer: scope.viewer.name } : null;
}
