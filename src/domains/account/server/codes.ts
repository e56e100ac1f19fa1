import { createHmac, randomInt } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { type CODE_PURPOSES, oneTimeCode } from '#platform/server/access/one-time-tables.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';

/** AUTH-GAP-08 and requirement R9: ten minutes, five wrong tries, a minute between two codes. */
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;
export const CODE_PAUSE_SECONDS = 60;

export type CodePurpose = (typeof CODE_PURPOSES)[number];

/** `over`: used, too old, tried too often, or never made. Which of them is nobody's business but the owner's mail. */
export type CodeCheck = 'right' | 'wrong' | 'over';

export interface Codes {
  /** A new code in place of the old one, or the seconds to wait when the last one is too fresh. */
  issue(userId: number, purpose: CodePurpose): Promise<{ code: string } | { waitSeconds: number }>;
  /** Of many checks of the right code at once exactly one is `right`. */
  check(userId: number, purpose: CodePurpose, code: string): Promise<CodeCheck>;
}

export function createCodes({ db }: Pick<Database, 'db'>, key: Uint8Array, now: () => Date): Codes {
  const t = oneTimeCode;
  const hashOf = (userId: number, purpose: CodePurpose, code: string): Buffer =>
    createHmac('sha256', key).update(`${userId} ${purpose} ${code}`).digest();

  return {
    async issue(userId, purpose) {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const at = now();
      const fresh = {
        codeHash: hashOf(userId, purpose, code),
        createdAt: at,
        expiresAt: new Date(at.getTime() + CODE_MINUTES * 60_000),
        wrong: 0,
        usedAt: null,
      };
      const before = new Date(at.getTime() - CODE_PAUSE_SECONDS * 1000);
      const made = await db
        .insert(t)
        .values({ userId, purpose, ...fresh })
        .onConflictDoUpdate({
          target: [t.userId, t.purpose],
          set: fresh,
          setWhere: sql`${t.createdAt} <= ${before.toISOString()}`,
        })
        .returning({ userId: t.userId });
      if (made.length === 1) return { code };
      const [last] = await db
        .select({ createdAt: t.createdAt })
        .from(t)
        .where(and(eq(t.userId, userId), eq(t.purpose, purpose)));
      const since = last ? at.getTime() - last.createdAt.getTime() : 0;
      return { waitSeconds: Math.max(1, Math.ceil(CODE_PAUSE_SECONDS - since / 1000)) };
    },

    async check(userId, purpose, code) {
      const right = sql`${t.codeHash} = ${hashOf(userId, purpose, code)}`;
      // One statement: the row's lock lets the checks of a code pass one after the other.
      const [row] = await db
        .update(t)
        .set({
          wrong: sql`${t.wrong} + CASE WHEN ${right} THEN 0 ELSE 1 END`,
          usedAt: sql`CASE WHEN ${right} THEN ${now().toISOString()}::timestamptz END`,
        })
        .where(
          and(
            eq(t.userId, userId),
            eq(t.purpose, purpose),
            sql`${t.usedAt} IS NULL AND ${t.wrong} < ${CODE_TRIES} AND ${t.expiresAt} > ${now().toISOString()}`,
          ),
        )
        .returning({ usedAt: t.usedAt });
      if (!row) return 'over';
      return row.usedAt === null ? 'wrong' : 'right';
    },
  };
}
