import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, ok } from '#platform/contract/envelopes.ts';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { TestClock } from '../clock.ts';
import { implement } from './implement.ts';
import { byAddress } from './rate-limit.ts';
import { createHttpServer, oneProxy } from './server.ts';

const database = useDatabase();
const clock = new TestClock('2026-11-20T12:00:00Z');

const calls = {
  limited: endpoint({
    method: 'GET',
    path: '/api/limited',
    summary: '',
    access: 'public',
    response: envelope(z.null()),
  }),
  free: endpoint({ method: 'GET', path: '/api/free', summary: '', access: 'public', response: envelope(z.null()) }),
};
const process = (trustProxy: typeof oneProxy | false = false) =>
  createHttpServer({
    trustProxy,
    authenticate: async () => null,
    routes: implement(calls)({ limited: async () => ok(null), free: async () => ok(null) }),
    limits: {
      database,
      now: () => clock.now(),
      rules: [{ endpoint: calls.limited, name: 'test', max: 3, seconds: 60, by: byAddress }],
    },
  });
let servers: FastifyInstance[] = [];
beforeAll(async () => {
  servers = [await process(), await process()];
});

const ask = async (remoteAddress: string, url = '/api/limited', server = 0) => {
  const answer = await servers[server]?.inject({ url, remoteAddress });
  if (!answer) throw new Error('no such process');
  return answer;
};

describe('a limited call', () => {
  it('answers 429 with Retry-After in our shape, counted over all processes, and opens again by itself', async () => {
    for (const server of [0, 1, 0]) expect((await ask('203.0.113.9', undefined, server)).statusCode).toBe(200);
    clock.advance(20_000);
    const refused = await ask('203.0.113.9', undefined, 1);
    expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
      429,
      'too_many_requests',
      '40',
    ]);
    expect(refused.json().message).toBe('Too many requests, please wait 40 seconds');
    expect((await ask('203.0.113.9', '/api/free')).statusCode).toBe(200);
    expect((await ask('203.0.113.10')).statusCode).toBe(200);
    clock.advance(40_000);
    expect((await ask('203.0.113.9')).statusCode).toBe(200);
  });

  it('counts a /64 of IPv6 as one, and the mapped spelling of an IPv4 address as that address', async () => {
    const statuses: number[] = [];
    for (const end of ['::1', '::ffff', ':1:2:3:4', '::2']) statuses.push((await ask(`2001:db8:0:7${end}`)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(byAddress({ ip: '2001:db8:0:7::1' })).toBe(byAddress({ ip: '2001:db8:0:7:a:b:c:d' }));
    expect(byAddress({ ip: '2001:db8:0:7::1' })).not.toBe(byAddress({ ip: '2001:db8:0:8::1' }));
    expect(byAddress({ ip: '::ffff:198.51.100.1' })).toBe(byAddress({ ip: '198.51.100.1' }));
    expect(byAddress({ ip: '198.51.100.1' })).not.toBe(byAddress({ ip: '198.51.100.2' }));
  });

  it('lets exactly the allowed number through when many arrive at once', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => (await ask('198.51.100.77', undefined, index % 2)).statusCode),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
  });

  it('believes the address the proxy in front adds, not the ones the caller wrote before it', async () => {
    const behind = await process(oneProxy);
    const statuses: number[] = [];
    for (const invented of ['1.1.1.1', '2.2.2.2', '3.3.3.3', '4.4.4.4']) {
      const headers = { 'x-forwarded-for': `${invented}, 198.51.100.200` };
      statuses.push((await behind.inject({ url: '/api/limited', remoteAddress: '10.0.0.1', headers })).statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it('stores no address', async () => {
    const { rows } = await database.pool.query<{ key: string }>('SELECT key FROM rate_count');
    expect(rows.length).toBeGreaterThan(0);
    for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/);
  });

  it('fails closed when the counters cannot be reached', async () => {
    await database.pool.query('ALTER TABLE rate_count RENAME TO rate_count_away');
    try {
      const answer = await ask('203.0.113.200');
      expect([answer.statusCode, answer.json().code]).toEqual([500, 'internal']);
      expect(answer.body).not.toMatch(/rate_count|select|insert/i);
    } finally {
      await database.pool.query('ALTER TABLE rate_count_away RENAME TO rate_count');
    }
  });
});
