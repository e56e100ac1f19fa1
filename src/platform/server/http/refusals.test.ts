import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, ok } from '#platform/contract/envelopes.ts';
import { scopeAs } from '../../../../test/support/scope-as.ts';
import { createLog } from '../log.ts';
import { appError } from './app-error.ts';
import { implement } from './implement.ts';
import { createHttpServer } from './server.ts';

const base = { method: 'POST', summary: '', response: envelope(z.null()) } as const;
const calls = {
  rules: endpoint({ ...base, path: '/api/rules', access: 'rules.write' }),
  board: endpoint({ ...base, path: '/api/board', access: 'board.read', body: z.object({ package_name: z.string() }) }),
  busy: endpoint({ ...base, path: '/api/busy', access: 'public' }),
};

const lines: string[] = [];
const server = () =>
  createHttpServer({
    trustProxy: false,
    log: createLog('warn', { write: (line) => lines.push(line) }),
    authenticate: async ({ headers }) =>
      headers.authorization
        ? scopeAs({ userId: 7, roleName: 'publisher', packages: ['own.example'], publishers: ['P'] })
        : null,
    routes: implement(calls)({
      rules: async () => ok(null),
      board: async () => ok(null),
      busy: async () => {
        throw appError('too_many_requests', { retryAfter: 3 });
      },
    }),
  });
beforeEach(() => {
  lines.length = 0;
});

it('writes down who was refused what, and never what was sent', async () => {
  const http = await server();
  const send = async (url: string, payload: object, authorization = 'the token') =>
    (await http.inject({ method: 'POST', url, payload, headers: { authorization } })).statusCode;
  expect(await send('/api/rules', { limit: 'what was sent' })).toBe(403);
  expect(await send('/api/board', { package_name: 'foreign.example', search: 'what was sent' })).toBe(403);
  expect(await send('/api/busy', {}, '')).toBe(429);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, refused: 'forbidden', user: 7, method: 'POST', route: '/api/rules', ip: '127.0.0.0' },
    { level: 40, refused: 'foreign_package', user: 7, method: 'POST', route: '/api/board', ip: '127.0.0.0' },
    { level: 40, refused: 'too_many_requests', user: null, method: 'POST', route: '/api/busy', ip: '127.0.0.0' },
  ]);
  expect(lines.join()).not.toMatch(/what was sent|the token|foreign\.example/);
});

it('writes down the trace a caller belongs to, where it names one', async () => {
  const http = await server();
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  for (const traceparent of [`00-${trace}-00f067aa0ba902b7-01`, `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, 'x"\n']) {
    const headers = { authorization: 'the token', traceparent };
    await http.inject({ method: 'POST', url: '/api/rules', payload: {}, headers });
  }
  expect(lines.map((line) => JSON.parse(line).trace_id)).toEqual([trace, undefined, undefined]);
});

it('writes nothing about what went well, a form that was wrong, or somebody who is not signed in', async () => {
  const http = await server();
  const send = async (payload: object, headers: Record<string, string>) =>
    (await http.inject({ method: 'POST', url: '/api/board', payload, headers })).statusCode;
  expect(await send({ package_name: 'own.example' }, { authorization: 'x' })).toBe(200);
  expect(await send({}, { authorization: 'x' })).toBe(422);
  expect(await send({}, {})).toBe(401);
  expect(lines).toEqual([]);
});
