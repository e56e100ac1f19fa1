import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, ok } from '#platform/contract/envelopes.ts';
import { scopeAs } from '../../../../test/support/scope-as.ts';
import { useDatabase } from '../../../../test/support/use-database.ts';
import type { Scope } from '../access/scope.ts';
import { TestClock } from '../clock.ts';
import { appError } from './app-error.ts';
import { idempotentCalls } from './idempotency.ts';
import { implement } from './implement.ts';
import { createHttpServer } from './server.ts';

const database = useDatabase();
const clock = new TestClock('2026-11-20T12:00:00Z');

/** What the handlers did, over all processes. */
let done: string[] = [];
let failWith: Error | undefined;
let pause: Promise<void> | undefined;

const shop = {
  order: endpoint({
    method: 'POST',
    path: '/api/order',
    summary: '',
    access: 'session',
    body: z.object({ item: z.string() }),
    response: envelope(z.object({ item: z.string(), number: z.number() })),
  }),
  open: endpoint({ method: 'POST', path: '/api/open', summary: '', access: 'public', response: envelope(z.number()) }),
  upload: endpoint({
    method: 'POST',
    path: '/api/upload',
    summary: '',
    access: 'session',
    upload: true,
    response: envelope(z.number()),
  }),
};

const callers = new Map<string, Scope>();

/** One process of ours: its own server and store on the shared database. */
const process = () =>
  createHttpServer({
    trustProxy: false,
    authenticate: async ({ headers }) => callers.get(headers.authorization ?? '') ?? null,
    idempotency: idempotentCalls(database, () => clock.now()),
    routes: implement(shop)({
      order: async ({ body }) => {
        await pause;
        done.push(body.item);
        if (failWith) throw failWith;
        return ok({ item: body.item, number: done.length });
      },
      open: async () => ok(done.push('open')),
      upload: async ({ upload }) => {
        upload.resume();
        return ok(done.push('upload'));
      },
    }),
  });
let servers: FastifyInstance[] = [];

beforeAll(async () => {
  servers = [await process(), await process()];
  for (const name of ['ann', 'bob']) {
    const { rows } = await database.pool.query<{ id: number }>(
      "INSERT INTO app_user (email, name, password_hash, role) VALUES ($1, $1, '', 'customer') RETURNING id",
      [name],
    );
    callers.set(name, scopeAs({ userId: rows[0]?.id ?? 0, userName: name, packages: [] }));
  }
});

let counter = 0;
const newKey = () => {
  done = [];
  failWith = undefined;
  pause = undefined;
  return `key-${++counter}-for-a-test`;
};

const order = (key: string, item = 'tea', options: { caller?: string; server?: number; url?: string } = {}) => {
  const server = servers[options.server ?? 0];
  if (!server) throw new Error('no such process');
  return server.inject({
    method: 'POST',
    url: options.url ?? '/api/order',
    headers: { authorization: options.caller ?? 'ann', 'idempotency-key': key },
    payload: { item },
  });
};

describe('a write with an Idempotency-Key', () => {
  it('happens once and is answered the same every time, by every process [CLI-GAP-01]', async () => {
    const key = newKey();
    const first = await order(key);
    const again = await order(key, 'tea', { server: 1 });
    expect([first.statusCode, first.json().data]).toEqual([200, { item: 'tea', number: 1 }]);
    expect(again.body).toBe(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(done).toEqual(['tea']);
  });

  it('happens once when twenty arrive together at two processes; the others are told that it is running', async () => {
    const key = newKey();
    let release = () => {};
    pause = new Promise((resolve) => {
      release = resolve;
    });
    const calls = Array.from({ length: 20 }, (_, index) => order(key, 'tea', { server: index % 2 }));
    const early = await Promise.race(calls);
    expect([early.statusCode, early.json().code]).toEqual([409, 'conflict']);
    release();
    const answers = await Promise.all(calls);
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200, 409]));
    // Whoever came late got the stored answer of the one that did the work.
    expect(new Set(answers.filter(({ statusCode }) => statusCode === 200).map(({ body }) => body)).size).toBe(1);
    expect((await order(key)).statusCode).toBe(200);
    expect(done).toEqual(['tea']);
  });

  it('refuses the key for another body or address', async () => {
    const key = newKey();
    await order(key);
    for (const answer of [await order(key, 'coffee'), await order(key, 'tea', { url: '/api/order?x=1' })]) {
      expect([answer.statusCode, answer.json().field]).toEqual([422, 'Idempotency-Key']);
    }
    expect(done).toEqual(['tea']);
  });

  it('keeps the keys of two people apart', async () => {
    const key = newKey();
    await order(key, 'tea', { caller: 'ann' });
    expect((await order(key, 'coffee', { caller: 'bob' })).json().data.item).toBe('coffee');
    expect(done).toEqual(['tea', 'coffee']);
  });

  it('repeats a 500, which may have come after saving, and tries again what was refused or busy [CLI-GAP-01]', async () => {
    for (const [failure, status, runs] of [
      [new Error('after the row was saved'), 500, 1],
      [appError('refused'), 422, 2],
      [appError('unavailable'), 503, 2],
    ] as const) {
      const key = newKey();
      failWith = failure;
      const first = await order(key);
      const second = await order(key);
      expect([first.statusCode, second.statusCode, done.length]).toEqual([status, status, runs]);
    }
  });

  it('is forgotten after a day, and a call whose process died can be made again after ten minutes', async () => {
    const key = newKey();
    await order(key);
    clock.advance(24 * 60 * 60 * 1000 + 1);
    await order(key, 'coffee');
    expect(done).toEqual(['tea', 'coffee']);

    await database.pool.query('UPDATE idempotent_call SET status = NULL, body = NULL');
    expect((await order(key, 'coffee')).statusCode).toBe(409);
    clock.advance(10 * 60 * 1000 + 1);
    expect((await order(key, 'coffee')).statusCode).toBe(200);
  });

  it('leaves uploads and public calls alone, and refuses a key that is no key', async () => {
    const key = newKey();
    const headers = { authorization: 'ann', 'idempotency-key': key };
    const [server] = servers;
    for (let times = 0; times < 2; times++) {
      await server?.inject({ method: 'POST', url: '/api/open', headers, payload: {} });
      await server?.inject({
        method: 'POST',
        url: '/api/upload',
        headers: { ...headers, 'content-type': 'text/csv' },
        payload: 'x',
      });
    }
    expect(done).toEqual(['open', 'upload', 'open', 'upload']);
    for (const bad of ['', 'short', 'x'.repeat(201), "'; DROP TABLE x --"])
      expect((await order(bad)).statusCode).toBe(400);
  });
});
