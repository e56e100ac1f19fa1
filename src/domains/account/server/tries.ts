import { appError } from '#platform/server/http/app-error.ts';
import { callCounter } from '#platform/server/http/rate-limit.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';

/** Counts one try; throws 429 with Retry-After when there were more than `max` in the window. */
export type CountTry = (name: string, max: number, seconds: number) => Promise<void>;

/**
 * For what is only known inside a handler: the account behind a token. Everything else is a rule of `sign-in-limits`.
 */
export function countTries(database: Pick<Database, 'db'>, now: () => Date): CountTry {
  const count = callCounter(database, now);
  return async (name, max, seconds) => {
    const { current, ttl } = await count(name, seconds * 1000);
    if (current > max) throw appError('too_many_requests', { retryAfter: ttl / 1000 });
  };
}
