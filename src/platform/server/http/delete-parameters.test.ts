import { expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, ok } from '#platform/contract/envelopes.ts';
import { scopeAs } from '../../../../test/support/scope-as.ts';
import { implement } from './implement.ts';
import { createHttpServer } from './server.ts';

const remove = endpoint({
  method: 'DELETE',
  path: '/api/things',
  summary: '',
  access: 'session',
  query: z.strictObject({ package_name: z.string(), page: z.coerce.number().int() }),
  response: envelope(z.object({ package_name: z.string(), page: z.number() })),
});

const server = () =>
  createHttpServer({
    trustProxy: false,
    authenticate: async () => scopeAs({ packages: ['own.example'] }),
    routes: implement({ remove })({ remove: async ({ query }) => ok(query) }),
  });

it('a DELETE has the same effect by its query and by a JSON body, and is refused where they differ [CLI-GAP-05]', async () => {
  const http = await server();
  const send = async (query: Record<string, string>, payload?: object) => {
    const answer = await http.inject({ method: 'DELETE', url: '/api/things', query, ...(payload ? { payload } : {}) });
    const { data, field } = answer.json();
    return { status: answer.statusCode, told: data ?? field };
  };
  const done = { status: 200, told: { package_name: 'own.example', page: 2 } };
  expect(await send({ package_name: 'own.example', page: '2' })).toEqual(done);
  expect(await send({}, { package_name: 'own.example', page: 2 })).toEqual(done);
  expect(await send({ package_name: 'own.example' }, { page: '2' })).toEqual(done);
  expect(await send({ package_name: 'own.example', page: '2' }, { page: 3 })).toEqual({ status: 400, told: 'page' });
  expect((await send({}, { package_name: 'own.example', page: 2, pages: 3 })).status).toBe(400);
  expect((await send({}, { package_name: 'foreign.example', page: 2 })).status).toBe(403);
  expect((await send({}, [])).status).toBe(400);
});
