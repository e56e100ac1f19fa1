import { expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, ok } from '#platform/contract/envelopes.ts';
import { implement } from './implement.ts';
import { createHttpServer, oneProxy } from './server.ts';

const calls = {
  answer: endpoint({ method: 'GET', path: '/api/answer', summary: '', access: 'public', response: envelope(z.null()) }),
};

async function behindProxy(tlsAddress: string | undefined, trustProxy: typeof oneProxy | false = oneProxy) {
  const app = await createHttpServer({
    trustProxy,
    tlsAddress,
    authenticate: async () => null,
    routes: implement(calls)({ answer: async () => ok(null) }),
  });
  app.get('/*', { config: { access: 'public' } }, async () => 'page');
  return (url: string, proto?: string, method: 'GET' | 'POST' = 'GET') =>
    app.inject({ method, url, ...(proto === undefined ? {} : { headers: { 'x-forwarded-proto': proto } }) });
}
const HERE = 'https://adsieve.example';

it('a page asked for by plain HTTP is sent to its TLS address, whatever the path looks like', async () => {
  const ask = await behindProxy(HERE);
  for (const path of ['/', '/web/dashboard?package=a', '//evil.example/', '/@evil.example']) {
    const answer = await ask(path, 'http');
    expect([answer.statusCode, answer.headers.location]).toEqual([308, `${HERE}${path}`]);
  }
});

it('a call by plain HTTP is refused and not sent on, so that its token is not repeated', async () => {
  const ask = await behindProxy(HERE);
  for (const [path, method] of [
    ['/api/answer', 'GET'],
    ['/API/answer', 'GET'],
    ['//api/answer', 'GET'],
    ['/api/answer', 'POST'],
    ['/', 'POST'],
  ] as const) {
    const answer = await ask(path, 'http', method);
    expect([path, answer.statusCode, answer.json().message]).toEqual([path, 403, `Please come by ${HERE}`]);
  }
});

it('only the word of the proxy in front counts: what a caller wrote before it changes nothing', async () => {
  const ask = await behindProxy(HERE);
  expect((await ask('/api/answer', 'https, http')).statusCode).toBe(403);
  expect((await ask('/api/answer', 'http, https')).statusCode).toBe(200);
});

it('TLS, and a look at the machine itself past the proxy, go through; browsers are told to stay with TLS', async () => {
  const ask = await behindProxy(HERE);
  for (const proto of ['https', undefined]) {
    const answer = await ask('/api/answer', proto);
    expect([answer.statusCode, answer.headers['strict-transport-security']]).toEqual([
      200,
      'max-age=31536000; includeSubDomains',
    ]);
  }
});

it('nothing is refused where there is no TLS address, or no proxy whose word counts', async () => {
  expect((await (await behindProxy(undefined))('/api/answer', 'http')).statusCode).toBe(200);
  expect((await (await behindProxy(HERE, false))('/api/answer', 'http')).statusCode).toBe(200);
});
