import { createHash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import { integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Scope } from '../access/scope.ts';
import { moment } from '../postgres/columns.ts';
import type { Database } from '../postgres/postgres.ts';
import { refuse } from './refuse.ts';

/** After this long a key is forgotten and may name another call. */
const KEPT_MS = 24 * 60 * 60 * 1000;
/** No statement of ours may take longer than a minute, so a claim this old was left by a process that died. */
const LEASE_MS = 10 * 60 * 1000;
/** What generators of keys (UUID, ULID, hashes) make; a header must not become a store for anything else. */
const KEY = /^[\w.:-]{8,200}$/;

export const idempotentCall = pgTable(
  'idempotent_call',
  {
    userId: integer('user_id').notNull(),
    key: text('key').notNull(),
    fingerprint: text('fingerprint').notNull(),
    claimedAt: moment('claimed_at').notNull(),
    status: smallint('status'),
    body: text('body'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] })],
);

interface Claim {
  userId: number;
  key: string;
}

interface StoredAnswer {
  status: number;
  body: string;
}

/** One row per user and key: the unique key of Postgres decides which of several processes does the work. */
export interface IdempotentCalls {
  /**
   * Null: the call is ours to do. An answer: it was done. Throws
   * 409 while it is running, 422 when the key names another call.
   */
  claim(claim: Claim, fingerprint: string): Promise<StoredAnswer | null>;
  keep(claim: Claim, answer: StoredAnswer): Promise<void>;
  release(claim: Claim): Promise<void>;
}

export function idempotentCalls({ db }: Pick<Database, 'db'>, now: () => Date): IdempotentCalls {
  const t = idempotentCall;
  const rowOf = ({ userId, key }: Claim) => and(eq(t.userId, userId), eq(t.key, key));
  const ago = (ms: number) => new Date(now().getTime() - ms);
  return {
    async claim(claim, fingerprint) {
      await db.delete(t).where(lt(t.claimedAt, ago(KEPT_MS)));
      const fresh = { fingerprint, claimedAt: now() };
      const taken = await db
        .insert(t)
        .values({ ...claim, ...fresh })
        .onConflictDoUpdate({
          target: [t.userId, t.key],
          set: { ...fresh, status: null, body: null },
          setWhere: sql`${t.status} IS NULL AND ${t.claimedAt} < ${ago(LEASE_MS).toISOString()}`,
        })
        .returning({ key: t.key });
      if (taken.length === 1) return null;
      const [earlier] = await db.select().from(t).where(rowOf(claim));
      if (earlier && earlier.fingerprint !== fingerprint) throw refuse('key_used', {}, { field: 'Idempotency-Key' });
      // Gone again between the two statements: the earlier call was refused just now.
      if (!earlier || earlier.status === null)
        throw refuse('still_running', {}, { as: 'conflict', field: 'Idempotency-Key' });
      return { status: earlier.status, body: earlier.body ?? '' };
    },
    async keep(claim, answer) {
      await db.update(t).set(answer).where(rowOf(claim));
    },
    async release(claim) {
      await db.delete(t).where(rowOf(claim));
    },
  };
}

/**
 * Makes writes with an Idempotency-Key happen once per user (CLI-GAP-01). Reads, uploads (imports know their rows) and
 * public calls (their answers hold tokens) are left alone.
 */
export function answerOncePerKey(
  app: FastifyInstance,
  calls: IdempotentCalls,
  callerOf: (request: FastifyRequest) => Scope | null,
): void {
  const claims = new WeakMap<FastifyRequest, Claim>();

  app.addHook('preHandler', async (request, reply) => {
    const key = request.headers['idempotency-key'];
    const scope = callerOf(request);
    const { access, upload } = request.routeOptions.config;
    if (key === undefined || !scope || access === 'public' || upload || isRead(request.method)) return;
    if (typeof key !== 'string' || !KEY.test(key))
      throw refuse('key_form', {}, { as: 'malformed', field: 'Idempotency-Key' });
    const claim = { userId: scope.userId, key };
    const stored = await calls.claim(claim, fingerprintOf(request));
    if (!stored) {
      claims.set(request, claim);
      return;
    }
    reply.header('idempotency-replayed', 'true').header('cache-control', 'no-store');
    return reply.code(stored.status).type('application/json; charset=utf-8').send(stored.body);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const claim = claims.get(request);
    if (!claim) return payload;
    claims.delete(request);
    // Before the answer leaves: whoever has seen it and asks again must find it.
    if (typeof payload === 'string' && isFinal(reply.statusCode))
      await calls.keep(claim, { status: reply.statusCode, body: payload });
    else await calls.release(claim);
    return payload;
  });
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/**
 * A refusal and "please retry" have done nothing and may be tried again; a 500 may have come after the work was saved.
 */
const isFinal = (status: number): boolean => status < 400 || status === 500;

const fingerprintOf = ({ method, url, body }: FastifyRequest): string =>
  createHash('sha256')
    .update(`${method} ${url}\n${JSON.stringify(body ?? null)}`)
    .digest('hex');
