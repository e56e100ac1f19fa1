import { and, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.ts';
import { type Grant, type Scope, scopeOf, type Viewer } from './scope.ts';
import { appUser, packageTable, session, userPackage } from './tables.ts';
import type { Tokens } from './tokens.ts';

/** 15 minutes without a request end a session (SESS-CONST-02), on the server too. */
export const IDLE_SECONDS = 15 * 60;
/**
 * Activity is written at most this often, so that twelve widgets are not twelve writes. What may have gone unwritten is
 * granted on top of the idle time: nobody is signed out earlier than the screen says.
 */
const TOUCH_SECONDS = 30;

export interface Origin {
  ip: string;
  userAgent: string;
}

export interface Sessions {
  /** `twoFactor`: the person signs in with a second factor, which the token tells the browser. */
  open(userId: number, origin: Origin, twoFactor?: boolean): Promise<string>;
  /** The scope behind a token, or null. Read from the database on each request: rights taken away are gone at once. */
  scopeOf(token: string): Promise<Scope | null>;
  /** The same by its id, for what was signed for it; being looked at so is no activity of the person. */
  scopeOfSession(sessionId: string, userId: number): Promise<Scope | null>;
  close(sessionId: string): Promise<void>;
}

export function createSessions({ db }: Database, tokens: Tokens, now: () => Date): Sessions {
  async function scopeFor(sessionId: string, userId: number, isActivity: boolean): Promise<Scope | null> {
    const idleSince = new Date(now().getTime() - (IDLE_SECONDS + TOUCH_SECONDS) * 1000);
    const [row] = await db
      .select({ user: appUser, lastSeenAt: session.lastSeenAt, viewAs: session.viewAs, mappings: mappingsOf() })
      .from(session)
      .innerJoin(appUser, eq(appUser.id, session.userId))
      .where(
        and(
          eq(session.id, sessionId),
          eq(session.userId, userId),
          isNull(session.revokedAt),
          gt(session.expiresAt, now()),
          gt(session.lastSeenAt, idleSince),
          isNull(appUser.disabledAt),
        ),
      );
    if (!row) return null;
    if (isActivity && now().getTime() - row.lastSeenAt.getTime() >= TOUCH_SECONDS * 1000) {
      await db.update(session).set({ lastSeenAt: now() }).where(eq(session.id, sessionId));
    }
    const own = scopeOf(grantOf(row, sessionId, null));
    if (row.viewAs === null || own.role !== 'admin') return own;
    // The rights of the user, read anew each time; the name of the administrator for the log.
    const [seen] = await db
      .select({ user: appUser, mappings: mappingsOf() })
      .from(appUser)
      .where(eq(appUser.id, row.viewAs));
    return seen ? scopeOf(grantOf(seen, sessionId, { id: row.user.id, name: row.user.name })) : own;
  }

  return {
    async open(userId, origin, twoFactor = false) {
      const issued = await tokens.issue(userId, twoFactor);
      await db.insert(session).values({
        id: issued.sessionId,
        userId,
        createdAt: now(),
        lastSeenAt: now(),
        expiresAt: issued.expiresAt,
        ip: origin.ip,
        userAgent: origin.userAgent.slice(0, 400),
      });
      return issued.token;
    },

    async scopeOf(token) {
      const claims = await tokens.read(token);
      return claims && scopeFor(claims.sessionId, claims.userId, true);
    },

    scopeOfSession: (sessionId, userId) => scopeFor(sessionId, userId, false),

    async close(sessionId) {
      await db.update(session).set({ revokedAt: now() }).where(eq(session.id, sessionId));
    },
  };
}

/** For work that a person asked for and that goes on without the session: the rights of now; null without an account. */
export async function scopeOfPerson({ db }: Pick<Database, 'db'>, userId: number): Promise<Scope | null> {
  const [row] = await db
    .select({ user: appUser, mappings: mappingsOf() })
    .from(appUser)
    .where(and(eq(appUser.id, userId), isNull(appUser.disabledAt)));
  return row ? scopeOf(grantOf(row, '', null)) : null;
}

/**
 * The rights of now of several people, in no order; accounts that are switched off or wait for their first code have none.
 * Also inside of a transaction, which must not wait for a second connection.
 */
export async function scopesOfPeople(
  { db }: { db: Pick<Database['db'], 'select'> },
  ids: readonly number[],
): Promise<Scope[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ user: appUser, mappings: mappingsOf() })
    .from(appUser)
    .where(and(inArray(appUser.id, [...ids]), isNull(appUser.disabledAt), isNotNull(appUser.verifiedAt)));
  return rows.map((row) => scopeOf(grantOf(row, '', null)));
}

interface Mapping {
  name: string;
  menu: string[] | null;
  filters: string[] | null;
}

function grantOf(
  { user, mappings }: { user: typeof appUser.$inferSelect; mappings: readonly Mapping[] },
  sessionId: string,
  viewer: Viewer | null,
): Grant {
  return {
    userId: user.id,
    userName: user.name,
    sessionId,
    roleName: user.role,
    packages: mappings.map(({ name }) => name),
    publishers: user.publishers,
    vendors: user.vendors,
    viewer,
    selected: new Map(
      mappings.map(({ name, menu, filters }) => [
        name,
        { pages: menu && new Set(menu), filters: filters && new Set(filters) },
      ]),
    ),
    rights: `${viewer ? 'view-' : ''}${user.id}-${user.rights}`,
  };
}

/** Only packages in use: a package that is switched off is out of sight for everybody but administrators. */
const mappingsOf = () =>
  sql<Mapping[]>`coalesce((
    SELECT json_agg(json_build_object('name', m.package_name, 'menu', m.menu, 'filters', m.filters))
    FROM ${userPackage} m JOIN ${packageTable} p ON p.name = m.package_name AND p.active
    WHERE m.user_id = app_user.id), '[]')`;
