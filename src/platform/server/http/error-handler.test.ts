import type { FastifyError } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, ok } from '#platform/contract/envelopes.ts';
import { ERROR_CODES, type ErrorCode } from '#platform/contract/error-codes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { packageTable } from '../access/tables.ts';
import { createLog } from '../log.ts';
import { connectPostgres } from '../postgres/postgres.ts';
import { appError } from './app-error.ts';
import { refusalOf } from './error-handler.ts';
import { implement } from './implement.ts';
import { createHttpServer } from './server.ts';

const database = useDatabase();
let failure: () => unknown = () => undefined;
const logged: string[] = [];

const calls = {
  fail: endpoint({
    method: 'POST',
    path: '/api/fail',
    summary: '',
    access: 'public',
    query: z.object({
      ...pageQuery,
      day: z.iso.date().optional(),
      who: z.union([z.string().max(9), z.array(z.string()).max(2)]).optional(),
    }),
    response: envelope(z.object({ page: z.number(), limit: z.number() })),
  }),
  form: endpoint({
    method: 'POST',
    path: '/api/form',
    summary: '',
    access: 'public',
    body: z.object({
      name: z.string().min(2),
      role: z.enum(['admin', 'guest']).optional(),
      tags: z.array(z.string()).max(2).optional(),
      n: z.int().max(10).optional(),
      word: z
        .string()
        .regex(/^ours$/, 'A word of ours')
        .optional(),
    }),
    response: envelope(z.null()),
  }),
};
const server = () =>
  createHttpServer({
    trustProxy: false,
    log: createLog('info', { write: (line) => logged.push(line) }),
    authenticate: async () => null,
    routes: implement(calls)({
      fail: async ({ query }) => {
        await failure();
        return ok({ page: query.page, limit: query.limit });
      },
      form: async () => ok(null),
    }),
  });
let http: Awaited<ReturnType<typeof server>>;
beforeAll(async () => {
  http = await server();
});

const call = async (url: string, payload?: object | string, headers = {}) => {
  const answer = await http.inject({ method: 'POST', url, headers, ...(payload === undefined ? {} : { payload }) });
  return { status: answer.statusCode, ...answer.json() };
};

describe('a refusal', () => {
  it('of a page that cannot be is 422, and a limit above the cap is reduced [CLI-GAP-08]', async () => {
    failure = () => undefined;
    for (const query of [
      'limit=-1',
      'limit=0',
      'limit=abc',
      'page=abc',
      'page=1.5',
      'page=-1',
      'page=',
      'page=1&page=2',
    ])
      expect([query, await call(`/api/fail?${query}`)]).toMatchObject([
        query,
        { status: false, code: 'refused', field: query.split('=')[0] },
      ]);
    expect((await call('/api/fail?limit=100000')).data).toEqual({ page: 1, limit: 500 });
  });

  it.each([
    ['/api/fail?day=tomorrow', undefined, 'This is not written in the form that is expected here', 'input_form'],
    ['/api/fail?dya=2026-02-03&dax=1', undefined, 'Unknown parameter: dya, dax', 'input_unknown'],
    ['/api/fail?who=a&who=b&who=c', undefined, 'At most 2 values of who', 'input_many_of'],
    ['/api/fail?who=far-too-long', undefined, 'At most 9 characters', 'input_long'],
    ['/api/form', { name: 7 }, 'A text is expected here', 'input_text'],
    ['/api/form', {}, 'A value is missing here', 'input_missing'],
    ['/api/form', { name: 'a' }, 'At least 2 characters', 'input_short'],
    ['/api/form', { name: 'long enough', role: 'king' }, 'Possible here: admin, guest', 'input_choice'],
    ['/api/form', { name: 'long enough', tags: ['a', 'b', 'c'] }, 'At most 2 entries', 'input_many'],
    ['/api/form', { name: 'long enough', n: 11 }, 'At most 10', 'input_most'],
    ['/api/form', { name: 'long enough', n: 1.5 }, 'A whole number is expected here', 'input_whole'],
    // What the schema says in its own words is said in those, and nothing else.
    ['/api/form', { name: 'long enough', word: 'x' }, 'A word of ours', undefined],
  ])('in %s of %j is said plainly, with its code for other languages: %s', async (url, payload, message, code) => {
    const answer = await call(url, payload);
    expect([answer.message, answer.told?.code]).toEqual([message, code]);
  });

  it('of another parameter is 400, of a field of a form 422 with its name', async () => {
    const seen = async (url: string, payload?: object | string, headers?: object) => {
      const answer = await http.inject({
        method: 'POST',
        url,
        headers: { ...headers },
        ...(payload === undefined ? {} : { payload }),
      });
      return [answer.statusCode, answer.json().code, answer.json().field];
    };
    const json = { 'content-type': 'application/json' };
    expect(await seen('/api/fail?day=2026-02-30')).toEqual([400, 'malformed', 'day']);
    expect(await seen('/api/fail?dya=2026-02-03')).toEqual([400, 'unknown_parameter', undefined]);
    expect(await seen('/api/form', { name: 7 })).toEqual([422, 'refused', 'name']);
    expect(await seen('/api/form')).toEqual([400, 'malformed', undefined]);
    expect(await seen('/api/form', '{"name":', json)).toEqual([400, 'malformed', undefined]);
    expect(await seen('/api/form', '{"__proto__":{}}', json)).toEqual([400, 'malformed', undefined]);
    expect(await seen('/api/form', `${'['.repeat(500)}${']'.repeat(500)}`, json)).toEqual([
      400,
      'malformed',
      undefined,
    ]);
    expect(await seen('/api/form', 'a=1', { 'content-type': 'text/plain' })).toEqual([
      415,
      'unsupported_media',
      undefined,
    ]);
    expect(await seen('/api/form', `"${'x'.repeat(1024 * 1024)}"`, json)).toEqual([413, 'too_large', undefined]);
    expect(await seen('/api/fail%zz')).toEqual([400, 'malformed', undefined]);
    expect(await seen('/api/elsewhere')).toEqual([404, 'not_found', undefined]);
  });

  it('has one of the statuses of HTTP and the same five parts, whatever it is about [ERR-GAP-03]', async () => {
    const statuses = new Set<number>();
    for (const code of Object.keys(ERROR_CODES).filter((name): name is ErrorCode => Object.hasOwn(ERROR_CODES, name))) {
      failure = () => {
        throw appError(code);
      };
      const answer = await http.inject({ method: 'POST', url: '/api/fail' });
      const { status, message } = ERROR_CODES[code];
      statuses.add(answer.statusCode);
      expect([answer.statusCode, answer.json()]).toEqual([
        status,
        { status: false, code, message, error: message, request_id: expect.any(String) },
      ]);
    }
    expect([...statuses].sort()).toEqual([400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503]);
  });

  it('carries the text under both names and the id of the log line', async () => {
    failure = () => {
      throw appError('conflict', { field: 'name' });
    };
    const answer = await http.inject({ method: 'POST', url: '/api/fail' });
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      {
        status: false,
        code: 'conflict',
        message: 'This was changed by someone else in the meantime',
        error: 'This was changed by someone else in the meantime',
        field: 'name',
        request_id: expect.stringMatching(/^[\w-]{13}$/),
      },
    ]);
  });
});

describe('a failure', () => {
  it('says nothing of itself; the log has it under the same id', async () => {
    failure = () => {
      throw new Error('the secret reason');
    };
    const answer = await http.inject({ method: 'POST', url: '/api/fail' });
    expect([answer.statusCode, answer.json().code]).toEqual([500, 'internal']);
    expect(answer.body).not.toContain('secret reason');
    expect(logged.at(-1)).toContain('the secret reason');
    expect(logged.at(-1)).toContain(answer.json().request_id);
  });

  it('of a query is logged without the values that were in it', async () => {
    const row = { name: 'x'.repeat(10), title: 'a secret value', platform: 'web' as const, dashboardTypes: [] };
    failure = () => database.db.insert(packageTable).values([row, row]);
    const answer = await http.inject({ method: 'POST', url: '/api/fail' });
    expect(answer.statusCode).toBe(500);
    expect(logged.at(-1)).toContain('duplicate key');
    expect(logged.at(-1)).toContain('insert into');
    expect(logged.at(-1)).not.toContain('a secret value');
  });

  it('is the caller’s fault where no column could hold the text, and temporary where the database is away', async () => {
    failure = () => database.pool.query('SELECT $1::text', ['nul\u0000']);
    expect((await call('/api/fail')).code).toBe('malformed');
    const nowhere = connectPostgres({ connectionString: 'postgres://nobody@127.0.0.1:9/none' }, 'server', 1);
    failure = () => nowhere.db.select().from(packageTable);
    const answer = await http.inject({ method: 'POST', url: '/api/fail' });
    expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([503, 'unavailable', '2']);
    await nowhere.close();
  });

  it('with a code like a built-in name is just internal', () => {
    for (const code of ['constructor', 'toString', '__proto__'])
      expect(refusalOf(Object.assign(new Error('x'), { code }) as FastifyError).code).toBe('internal');
  });
});

it('input that is refused leaves a line with its place and without its value', async () => {
  logged.length = 0;
  await call('/api/form', { name: 5_550_123 });
  await call('/api/fail?day=secret-of-somebody');
  await call('/api/form', '{"name": "secret-of-somebody"', { 'content-type': 'application/json' });
  const lines = logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'input refused');
  expect(lines.map(({ refusal, field, route }) => [refusal, field, route])).toEqual([
    ['refused', 'name', '/api/form'],
    ['malformed', 'day', '/api/fail'],
    ['malformed', undefined, '/api/form'],
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/secret-of-somebody|5550123/);
});
