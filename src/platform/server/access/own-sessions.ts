import { and, desc, eq, gt, isNull, ne } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.ts';
import { IDLE_SECONDS } from './sessions.ts';
import { session } from './tables.ts';

export type SessionRow = typeof session.$inferSelect;

export interface OwnSessions {
  /** Open sessions of a person, the newest first. */
  list(userId: number): Promise<SessionRow[]>;
  /** False when the session is not the person's or is over. */
  end(userId: number, sessionId: string): Promise<boolean>;
  /** Ends all, or all but one; returns how many. */
  endAll(userId: number, but?: string): Promise<number>;
}

/** Sessions of one person, as that person (or an administrator) sees and ends them. */
export function ownSessions({ db }: Pick<Database, 'db'>, now: () => Date): OwnSessions {
  const alive = (userId: number) =>
    and(
      eq(session.userId, userId),
      isNull(session.revokedAt),
      gt(session.expiresAt, now()),
      gt(session.lastSeenAt, new Date(now().getTime() - IDLE_SECONDS * 1000)),
    );
  return {
    list: (userId) => db.select().from(session).where(alive(userId)).orderBy(desc(session.createdAt)).limit(100),
    async end(userId, sessionId) {
      const ended = await db
        .update(session)
        .set({ revokedAt: now() })
        .where(and(alive(userId), eq(session.id, sessionId)))
        .returning({ id: session.id });
      return ended.length === 1;
    },
    async endAll(userId, but) {
      const ended = await db
        .update(session)
        .set({ revokedAt: now() })
        .where(and(eq(session.userId, userId), isNull(session.revokedAt), but ? ne(session.id, but) : undefined))
        .returning({ id: session.id });
      return ended.length;
    },
  };
}
