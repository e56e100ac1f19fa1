import { createHash } from 'node:crypto';
import { createChallenge, randomInt, type VerifySolutionOptions, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { lt } from 'drizzle-orm';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { moment } from '#platform/server/postgres/columns.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';

/** A challenge may be solved for this long; the form fetches a new one when it has gone stale. */
const CHALLENGE_SECONDS = 10 * 60;
/**
 * PBKDF2 rounds per try and tries: about 0.1 s on a laptop, measured; enough to make guessing passwords in bulk dear.
 */
const ROUNDS = 5000;
const TRIES = { from: 60, to: 120 };

/** Challenges that were answered: each works once. */
export const humanCheckUsed = pgTable('human_check_used', {
  challenge: text('challenge').primaryKey(),
  usedAt: moment('used_at').notNull().defaultNow(),
});

export interface HumanCheck {
  provider: 'altcha' | 'turnstile';
  siteKey: string;
  challenge(): Promise<unknown>;
  /** True once per solved challenge. Fails closed: a broken or replayed answer is a refusal. */
  passed(answer: string, ip: string): Promise<boolean>;
}

type Solved = Pick<VerifySolutionOptions, 'challenge' | 'solution'>;

/** Only what is needed to hand the answer over: the library checks every field against the signature. */
const payloadShape = z.object({
  challenge: z.custom<Solved['challenge'] & { signature: string }>(
    (c) => z.object({ parameters: z.looseObject({}), signature: z.string() }).safeParse(c).success,
  ),
  solution: z.custom<Solved['solution']>((s) => z.looseObject({}).safeParse(s).success),
});

/** Proof of work without an outside service: signed by us, spent in the database so that it works once. */
export function altchaCheck({ db }: Database, secret: Uint8Array, now: () => Date): HumanCheck {
  const key = Buffer.from(secret).toString('hex');
  const keys = {
    hmacSignatureSecret: key,
    hmacKeySignatureSecret: createHash('sha256').update(`${key}/key`).digest('hex'),
  };
  return {
    provider: 'altcha',
    siteKey: '',
    challenge: () =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: ROUNDS,
        counter: randomInt(TRIES.from, TRIES.to),
        deriveKey,
        expiresAt: new Date(now().getTime() + CHALLENGE_SECONDS * 1000),
        ...keys,
      }),
    async passed(answer) {
      const payload = decode(answer);
      if (!payload) return false;
      try {
        const result = await verifySolution({
          challenge: payload.challenge,
          solution: payload.solution,
          deriveKey,
          ...keys,
        });
        if (!result.verified) return false;
      } catch {
        return false;
      }
      await db
        .delete(humanCheckUsed)
        .where(lt(humanCheckUsed.usedAt, new Date(now().getTime() - 2 * CHALLENGE_SECONDS * 1000)));
      const spent = await db
        .insert(humanCheckUsed)
        .values({ challenge: payload.challenge.signature, usedAt: now() })
        .onConflictDoNothing()
        .returning({ challenge: humanCheckUsed.challenge });
      return spent.length === 1;
    },
  };
}

function decode(answer: string): z.infer<typeof payloadShape> | null {
  try {
    const parsed = payloadShape.safeParse(JSON.parse(Buffer.from(answer, 'base64').toString('utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
