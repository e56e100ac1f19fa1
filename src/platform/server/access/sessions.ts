import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.ts';
import { type Scope, scopeOf } from './scope.ts';
import { appUser, session, userPackage } from './tables.ts';
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
  open(userId: number, origin: Origin): Promise<string>;
  /** The scope behind a token, or null. Read from the database on each request: rights taken away are gone at once. */
  scopeOf(token: string): Promise<Scope | null>;
  close(sessionId: string): Promise<void>;
}

export function createSessions({ db }: Database, tokens: Tokens, now: () => Date): Sessions {
  return {
    async open(userId, origin) {
      const issued = await tokens.issue(userId);
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
      if (!claims) return null;
      const idleSince = new Date(now().getTime() - (IDLE_SECONDS + TOUCH_SECONDS) * 1000);
      const [row] = await db
        .select({ user: appUser, lastSeenAt: session.lastSeenAt, packages: packagesOf() })
        .from(session)
        .innerJoin(appUser, eq(appUser.id, session.userId))
        .where(
          and(
            eq(session.id, claims.sessionId),
            eq(session.userId, claims.userId),
            isNull(session.revokedAt),
            gt(session.expiresAt, now()),
            gt(session.lastSeenAt, idleSince),
            isNull(appUser.disabledAt),
          ),
        );
      if (!row) return null;
      if (now().getTime() - row.lastSeenAt.getTime() >= TOUCH_SECONDS * 1000) {
        await db.update(session).set({ lastSeenAt: now() }).where(eq(session.id, claims.sessionId));
      }
      const { user } = row;
      return scopeOf({
        userId: user.id,
        userName: user.name,
        sessionId: claims.sessionId,
        roleName: user.role,
        packages: row.packages,
        publishers: user.publishers,
        vendors: user.vendors,
      });
    },

    async close(sessionId) {
      await db.update(session).set({ revokedAt: now() }).where(eq(session.id, sessionId));
    },
  };
}

const packagesOf = () =>
  sql<
    string[]
  >`coalesce((select array_agg(${userPackage.packageName}) from ${userPackage} where ${userPackage.userId} = ${appUser.id}), '{}')`;
