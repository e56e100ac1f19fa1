import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.ts';
import { oneTimeToken } from './one-time-tables.ts';
import { appUser } from './tables.ts';
import type { OneTimeKind, Tokens } from './tokens.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** How long each kind is good for, in seconds. */
export const ONE_TIME_SECONDS: Readonly<Record<OneTimeKind, number>> = {
  // As long as the code that is asked for with it.
  pre2fa: 10 * MINUTE,
  link: MINUTE,
  reset: 30 * MINUTE,
  invite: 7 * DAY,
};

export interface OneTimeTokens {
  /** A new invitation or reset link takes the place of the ones before it. */
  issue(kind: OneTimeKind, userId: number): Promise<{ token: string; expiresAt: Date }>;
  /** Whose it is, without using it; null when it is forged, used, expired, of another kind, or its user is disabled. */
  owner(kind: OneTimeKind, token: string): Promise<number | null>;
  /** The same, and it is used up: of many at once exactly one gets the answer. */
  claim(kind: OneTimeKind, token: string): Promise<number | null>;
}

export function createOneTimeTokens({ db }: Pick<Database, 'db'>, tokens: Tokens, now: () => Date): OneTimeTokens {
  const t = oneTimeToken;
  const open = (id: string, kind: OneTimeKind, userId: number) =>
    and(eq(t.id, id), eq(t.kind, kind), eq(t.userId, userId), isNull(t.usedAt), gt(t.expiresAt, now()));

  async function owner(kind: OneTimeKind, token: string): Promise<{ id: string; userId: number } | null> {
    const claims = await tokens.readOneTime(kind, token);
    if (!claims) return null;
    const [row] = await db
      .select({ id: t.id })
      .from(t)
      .innerJoin(appUser, and(eq(appUser.id, t.userId), isNull(appUser.disabledAt)))
      .where(open(claims.id, kind, claims.userId));
    return row ? claims : null;
  }

  return {
    async issue(kind, userId) {
      const { token, sessionId: id, expiresAt } = await tokens.issueOneTime(kind, userId, ONE_TIME_SECONDS[kind]);
      await db.transaction(async (tx) => {
        // Several sign-ins may wait for their code at once; of the links only the newest is good.
        if (kind !== 'pre2fa')
          await tx
            .update(t)
            .set({ usedAt: now() })
            .where(and(eq(t.userId, userId), eq(t.kind, kind), isNull(t.usedAt)));
        await tx.insert(t).values({ id, userId, kind, createdAt: now(), expiresAt });
      });
      return { token, expiresAt };
    },
    owner: async (kind, token) => (await owner(kind, token))?.userId ?? null,
    async claim(kind, token) {
      const found = await owner(kind, token);
      if (!found) return null;
      const used = await db
        .update(t)
        .set({ usedAt: now() })
        .where(open(found.id, kind, found.userId))
        .returning({ id: t.id });
      return used.length === 1 ? found.userId : null;
    },
  };
}
