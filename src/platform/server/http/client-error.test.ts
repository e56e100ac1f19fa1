import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, ok } from '#platform/contract/envelopes.ts';
import { implement } from './implement.ts';
import { createHttpServer } from './server.ts';

const calls = {
  ask: endpoint({
    method: 'GET',
    path: '/api/ask',
    summary: '',
    access: 'public',
    query: z.strictObject({ publisher: z.union([z.string(), z.array(z.string()).max(1000)]) }),
    response: envelope(z.null()),
  }),
};
let server: Awaited<ReturnType<typeof createHttpServer>>;
let base = '';
beforeAll(async () => {
  server = await createHttpServer({
    trustProxy: false,
    authenticate: async () => null,
    routes: implement(calls)({ ask: async () => ok(null) }),
  });
  base = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

const asking = (values: number, length: number): string =>
  `${base}/api/ask?${Array.from({ length: values }, (_, at) => `publisher=${String(at).padStart(length, 'p')}`).join('&')}`;

describe('an address', () => {
  it('with five thousand values is told which parameter has too many', async () => {
    const answer = await fetch(asking(5000, 12));
    expect([answer.status, await answer.json()]).toMatchObject([400, { status: false, field: 'publisher' }]);
  });

  it('longer than anybody takes is refused in the shape of every error, and in words', async () => {
    const answer = await fetch(asking(5000, 60));
    expect(answer.status).toBe(431);
    expect(await answer.json()).toMatchObject({
      status: false,
      code: 'malformed',
      message: 'An address may be 256 KB long',
      told: { code: 'address_too_long' },
    });
  });
});

it('what is no request is answered and cut off, and the server goes on', async () => {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.write('nonsense\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 Bad Request[\s\S]*"status":false/);
  expect((await fetch(asking(1, 3))).status).toBe(200);
});
