import { createHash } from 'node:crypto';
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import { lt, sql } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EndpointShape } from '#platform/contract/endpoint.ts';
import { parseAddress } from '#platform/contract/ip-network.ts';
import { moment } from '../postgres/columns.ts';
import type { Database } from '../postgres/postgres.ts';
import { appError } from './app-error.ts';

export interface RateRule {
  endpoint: EndpointShape;
  /** Keeps the counters of two rules apart. */
  name: string;
  /** Calls per window; the window begins with the first call and ends by itself, so nobody is locked out for good. */
  max: number;
  seconds: number;
  by: (request: { ip: string; body: unknown; params: unknown }) => string;
  /** Who is signed in is not counted. */
  strangersOnly?: boolean;
}

/** Answers 429 with Retry-After. When the counters cannot be reached the call fails: no unlimited guessing. */
export async function limitCalls(
  app: FastifyInstance,
  rules: readonly RateRule[],
  database: Pick<Database, 'db'>,
  now: () => Date,
  isSignedIn: (request: FastifyRequest) => boolean,
): Promise<void> {
  await app.register(rateLimit, { global: false, store: storeIn(database, now) });
  const checks = rules.map(({ endpoint, name, max, seconds, by, strangersOnly = false }) => ({
    endpoint,
    strangersOnly,
    count: app.createRateLimit({
      max,
      timeWindow: seconds * 1000,
      keyGenerator: ({ ip, body, params }) => `${name} ${by({ ip, body, params })}`,
    }),
  }));
  // After validation, since a rule may look at the body; what is malformed costs us nothing.
  app.addHook('preHandler', async (request) => {
    for (const { endpoint, strangersOnly, count } of checks) {
      if (strangersOnly && isSignedIn(request)) continue;
      if (!isOfCall({ endpoint }, { method: request.method, path: request.routeOptions.url })) continue;
      const result = await count(request);
      if (result.isAllowed || !result.isExceeded) continue;
      throw appError('too_many_requests', { retryAfter: result.ttlInSeconds });
    }
  });
}

/** Who an address belongs to: IPv6 customers get a whole /64, so its 2^64 addresses count as one. */
export function byAddress({ ip }: { ip: string }): string {
  const digits = parseAddress(ip);
  if (digits === null) return ip;
  return digits.startsWith('00000000000000000000ffff') ? digits : digits.slice(0, 16);
}

/** Whether a limit speaks of what is called so. */
export const isOfCall = (
  { endpoint }: Pick<RateRule, 'endpoint'>,
  { method, path }: { method: string; path: string | undefined },
): boolean => endpoint.method === method && endpoint.path === path;

export const rateCount = pgTable('rate_count', {
  key: text('key').primaryKey(),
  hits: integer('hits').notNull(),
  endsAt: moment('ends_at').notNull(),
});

/** Calls so far in the window that is running, this one included, and milliseconds to its end. */
export type CountCall = (name: string, windowMs: number) => Promise<{ current: number; ttl: number }>;

/** Counters in Postgres, so that several processes share them and a restart forgives nothing. */
export function callCounter({ db }: Pick<Database, 'db'>, now: () => Date): CountCall {
  return async (name, windowMs) => {
    const key = createHash('sha256').update(name).digest('base64url');
    const at = now();
    const first = { hits: 1, endsAt: new Date(at.getTime() + windowMs) };
    const over = sql`${rateCount.endsAt} <= ${at.toISOString()}`;
    const [row] = await db
      .insert(rateCount)
      .values({ key, ...first })
      .onConflictDoUpdate({
        target: rateCount.key,
        set: {
          hits: sql`CASE WHEN ${over} THEN 1 ELSE ${rateCount.hits} + 1 END`,
          endsAt: sql`CASE WHEN ${over} THEN excluded.ends_at ELSE ${rateCount.endsAt} END`,
        },
      })
      .returning();
    const { hits, endsAt } = row ?? first;
    // Whoever begins a window clears away those that have ended.
    if (hits === 1) await db.delete(rateCount).where(lt(rateCount.endsAt, at));
    return { current: hits, ttl: Math.max(1000, endsAt.getTime() - at.getTime()) };
  };
}

function storeIn(database: Pick<Database, 'db'>, now: () => Date) {
  const hit = callCounter(database, now);
  return class Store implements FastifyRateLimitStore {
    incr: FastifyRateLimitStore['incr'] = (key, done, windowMs) => {
      hit(key, windowMs).then(
        (counted) => done(null, counted),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    };
    child(): FastifyRateLimitStore {
      return this;
    }
  };
}
