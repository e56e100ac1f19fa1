import { createHash } from 'node:crypto';
import { eq, lt, sql } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { byAddress } from '#platform/server/http/rate-limit.ts';
import { moment } from '#platform/server/postgres/columns.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { refuse } from './refuse.ts';

const MINUTES = 60;
const HOURS = 60 * MINUTES;
const DAY_MS = 24 * HOURS * 1000;

interface Delay {
  /** Wrong passwords in a row that cost nothing but themselves. */
  free: number;
  /** Seconds to wait after the last free one; doubled with each further one. */
  first: number;
  longest: number;
}

/**
 * Guessing gets slower and slower, never impossible (ASVS 6.1.1, 6.3.1): some 30 passwords a day for one account from
 * one network, some 290 from everywhere together. An office behind one address mistypes more often than a person does.
 */
export const SIGN_IN_DELAYS = {
  both: { free: 5, first: 30, longest: HOURS },
  network: { free: 50, first: 5, longest: 15 * MINUTES },
  account: { free: 20, first: 5, longest: 5 * MINUTES },
} as const satisfies Record<string, Delay>;

/** A row of wrong passwords is forgotten after a day without one. */
const FORGOTTEN_MS = DAY_MS;
/** Where somebody got in lately, a crowd that guesses the same account elsewhere does not keep them out. */
const KNOWN_MS = 30 * DAY_MS;

export const guess = pgTable('sign_in_guess', {
  key: text('key').primaryKey(),
  wrong: integer('wrong').notNull(),
  lastAt: moment('last_at').notNull(),
  openAt: moment('open_at').notNull(),
  rightAt: moment('right_at'),
});

export interface SignInGuard {
  /**
   * Takes up one try before the password is looked at, so that of many at once no more get through than one after the
   * other would; 429 with the seconds to wait otherwise. It counts as wrong until `right` is called.
   */
  take(email: string, ip: string): Promise<{ right: () => Promise<void> }>;
}

type Transaction = Pick<Database['db'], 'insert' | 'select' | 'update'>;

export function createSignInGuard({ db }: Pick<Database, 'db'>, now: () => Date): SignInGuard {
  async function count(tx: Transaction, key: string, delay: Delay): Promise<typeof guess.$inferSelect> {
    const at = now();
    const forgotten = new Date(at.getTime() - FORGOTTEN_MS).toISOString();
    // Beyond the longest wait: somebody put the clock back, and nobody waits for that.
    const backwards = new Date(at.getTime() + delay.longest * 1000);
    const wrong = sql`CASE WHEN ${guess.lastAt} < ${forgotten} THEN 1 ELSE ${guess.wrong} + 1 END`;
    const [row] = await tx
      .insert(guess)
      .values({ key, wrong: 1, lastAt: at, openAt: at })
      .onConflictDoUpdate({
        target: guess.key,
        set: {
          wrong,
          lastAt: at,
          openAt: sql`${at.toISOString()}::timestamptz + make_interval(secs => CASE WHEN ${wrong} < ${delay.free} THEN 0
            ELSE least(${delay.longest}::float, ${delay.first} * 2.0 ^ least(${wrong} - ${delay.free}, 20)) END)`,
        },
        setWhere: sql`${guess.openAt} <= ${at.toISOString()} OR ${guess.openAt} > ${backwards.toISOString()}`,
      })
      .returning();
    if (row) return row;
    const [waiting] = await tx.select().from(guess).where(eq(guess.key, key));
    const seconds = Math.max(1, Math.ceil(((waiting?.openAt ?? at).getTime() - at.getTime()) / 1000));
    throw refuse('sign_in_wait', { seconds }, { as: 'too_many_requests', retryAfter: seconds });
  }

  return {
    async take(email, ip) {
      const account = email.trim().toLowerCase();
      const network = byAddress({ ip });
      const keys = {
        both: keyOf(`both ${account} ${network}`),
        network: keyOf(`network ${network}`),
        account: keyOf(`account ${account}`),
      };
      const counted = [keys.network];
      // One transaction: a try that one of the three refuses counts with none. Always in this order, so none waits in a
      // ring.
      const first = await db.transaction(async (tx) => {
        const both = await count(tx, keys.both, SIGN_IN_DELAYS.both);
        await count(tx, keys.network, SIGN_IN_DELAYS.network);
        if (both.rightAt === null || now().getTime() - both.rightAt.getTime() > KNOWN_MS) {
          await count(tx, keys.account, SIGN_IN_DELAYS.account);
          counted.push(keys.account);
        }
        return both.wrong === 1;
      });
      // Whoever begins a row clears away those that no longer mean anything.
      if (first) await db.delete(guess).where(lt(guess.lastAt, new Date(now().getTime() - KNOWN_MS)));
      return {
        right: async () => {
          const at = now();
          await db.update(guess).set({ wrong: 0, openAt: at, rightAt: at }).where(eq(guess.key, keys.both));
          for (const key of counted)
            await db
              .update(guess)
              .set({ wrong: sql`greatest(${guess.wrong} - 1, 0)`, openAt: at })
              .where(eq(guess.key, key));
        },
      };
    },
  };
}

const keyOf = (name: string): string => createHash('sha256').update(name).digest('base64url');
