import { and, count, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { roleOf } from '#platform/contract/roles.ts';
import { requireMay, type Scope } from '#platform/server/access/scope.ts';
import { appUser, session, userPackage } from '#platform/server/access/tables.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { containing } from '#platform/server/postgres/like.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { UserView } from '../contract/users.ts';
import { refuse } from './refuse.ts';

export type UserRow = typeof appUser.$inferSelect;
export type Tx = Parameters<Parameters<Database['db']['transaction']>[0]>[0];

/** Any number no other lock has: whoever changes who is an administrator takes turns. */
const ADMINISTRATORS_LOCK = 480_051;

export interface UserQuery {
  search?: string | undefined;
  state?: UserView['state'] | undefined;
  role?: string | undefined;
  page?: number | undefined;
  limit?: number | undefined;
}

const lastSeen = sql<Date | null>`(SELECT max(s.last_seen_at) FROM ${session} s WHERE s.user_id = app_user.id)`.mapWith(
  session.lastSeenAt,
);
const packageCount = sql<number>`(SELECT count(*)::int FROM ${userPackage} m WHERE m.user_id = app_user.id)`;

/** The newest first. */
export async function listUsers(
  scope: Scope,
  { db }: Database,
  { search, state, role, page = 1, limit }: UserQuery,
): Promise<{ rows: UserView[]; total: number }> {
  requireMay(scope, 'user.write');
  const where = and(
    search
      ? sql`lower(${appUser.email}) || ' ' || lower(${appUser.name}) LIKE ${containing(search.trim().toLowerCase())}`
      : undefined,
    role ? eq(sql`lower(${appUser.role})`, role.toLowerCase()) : undefined,
    state ? stateIs(state) : undefined,
  );
  const found = db.select({ id: appUser.id }).from(appUser).where(where).orderBy(desc(appUser.id)).$dynamic();
  // The page first: what is read of each user is not read of those on the pages before.
  const onPage = (limit === undefined ? found : found.limit(limit).offset((page - 1) * limit)).as('on_page');
  const [rows, [counted]] = await Promise.all([
    db
      .select({ user: appUser, lastSeen, packages: packageCount })
      .from(appUser)
      .innerJoin(onPage, eq(onPage.id, appUser.id))
      .orderBy(desc(appUser.id)),
    db.select({ total: count() }).from(appUser).where(where),
  ]);
  return { rows: rows.map(toView), total: counted?.total ?? 0 };
}

const stateIs = (state: UserView['state']): SQL | undefined => {
  if (state === 'disabled') return isNotNull(appUser.disabledAt);
  return and(
    isNull(appUser.disabledAt),
    state === 'invited' ? isNotNull(appUser.invitedAt) : isNull(appUser.invitedAt),
  );
};

export async function oneUser(scope: Scope, { db }: Pick<Database, 'db'> | { db: Tx }, id: number): Promise<UserView> {
  requireMay(scope, 'user.write');
  const [row] = await db
    .select({ user: appUser, lastSeen, packages: packageCount })
    .from(appUser)
    .where(eq(appUser.id, id));
  if (!row) throw appError('not_found', { field: 'id' });
  return toView(row);
}

export async function storedUser(scope: Scope, { db }: Database, id: number): Promise<UserRow> {
  requireMay(scope, 'user.write');
  const [row] = await db.select().from(appUser).where(eq(appUser.id, id));
  if (!row) throw appError('not_found', { field: 'id' });
  return row;
}

/** Takes the row for this transaction; 404 when it is gone, 409 when it is not the version the editor saw. */
export async function lockUser(tx: Tx, id: number, version?: number): Promise<UserRow> {
  const [row] = await tx.select().from(appUser).where(eq(appUser.id, id)).for('update');
  if (!row) throw appError('not_found', { field: 'id' });
  if (version !== undefined && row.version !== version) throw appError('conflict');
  return row;
}

/**
 * Refuses a change after which nobody could administer any more. In the transaction of the change and in turn with
 * every other of its kind, so that two administrators cannot remove each other at the same moment.
 */
export async function keepAnAdministrator(tx: Tx, leaving: UserRow): Promise<void> {
  if (roleOf(leaving.role) !== 'admin') return;
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`);
  const [others] = await tx
    .select({ n: count() })
    .from(appUser)
    .where(
      and(eq(sql`lower(${appUser.role})`, 'admin'), isNull(appUser.disabledAt), sql`${appUser.id} <> ${leaving.id}`),
    );
  if (!others?.n) throw refuse('last_administrator');
}

/** Signs a user out everywhere; the rows stay, so that the profile can tell. */
export async function revokeSessions(tx: Tx, userId: number, now: Date): Promise<number> {
  const ended = await tx
    .update(session)
    .set({ revokedAt: now })
    .where(and(eq(session.userId, userId), isNull(session.revokedAt)))
    .returning({ id: session.id });
  return ended.length;
}

const toView = ({
  user,
  lastSeen: seen,
  packages,
}: {
  user: UserRow;
  lastSeen: Date | null;
  packages: number;
}): UserView => ({
  id: user.id,
  email: user.email,
  name: user.name,
  role: user.role,
  phone: user.phone,
  fraud_type: user.fraudTypes,
  vendor: user.vendors,
  publisher: user.publishers,
  state: user.disabledAt ? 'disabled' : user.invitedAt ? 'invited' : 'active',
  two_factor: user.twoFactor,
  packages,
  last_seen: seen?.toISOString() ?? null,
  created_at: user.createdAt.toISOString(),
  version: user.version,
});
