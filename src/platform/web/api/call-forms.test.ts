import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { stored } from '../session/stored.ts';
import { call } from './call.ts';

interface Arrived {
  method: string | undefined;
  url: string | undefined;
  type: string | undefined;
  authorization: string | undefined;
  body: Buffer;
}
/** A server that writes down what comes, and a browser's storage and address. */
const arrived: Arrived[] = [];
const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { method, url, headers } = request;
    const { 'content-type': type, authorization } = headers;
    arrived.push({ method, url, type, authorization, body: Buffer.concat(parts) });
    response.setHeader('content-type', 'application/json').end('{"data":1}');
  });
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  const send = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => send(`http://127.0.0.1:${address.port}${path}`, init));
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  stored.set('token', 'abc.def.ghi');
});
afterAll(() => {
  vi.unstubAllGlobals();
  server.close();
});

const id = z.object({ id: z.number() });
const base = { path: '/api/things', summary: '', access: 'session', response: z.object({ data: z.number() }) } as const;
const last = () => {
  const { body, ...head } = arrived.at(-1) ?? { body: Buffer.alloc(0) };
  return { ...head, body: body.toString() };
};
const token = { authorization: 'abc.def.ghi' };
const json = { ...token, type: 'application/json' };
const bare = { ...token, type: undefined, body: '' };

it('POST with a query only carries no body [CLI-RULE-06]', async () => {
  await call(endpoint({ ...base, method: 'POST', query: id }), { query: { id: 7 } });
  expect(last()).toEqual({ ...bare, method: 'POST', url: '/api/things?id=7' });
});

it('PUT carries JSON [CLI-RULE-07]', async () => {
  await call(endpoint({ ...base, method: 'PUT', body: id }), { body: { id: 7 } });
  expect(last()).toEqual({ ...json, method: 'PUT', url: '/api/things', body: '{"id":7}' });
});

it.each([
  { method: 'PUT', row: 'CLI-RULE-08' },
  { method: 'POST', row: 'CLI-RULE-09' },
] as const)('$method carries a form with its files as multipart [$row]', async ({ method }) => {
  const form = new FormData();
  form.append('name', 'ä & b');
  form.append('file', new File(['a,b\r\n1,2'], 'rows.csv', { type: 'text/csv' }));
  await call(endpoint({ ...base, method, body: z.instanceof(FormData) }), { body: form });
  const { type = '', body, ...head } = arrived.at(-1) ?? {};
  expect(head).toEqual({ ...token, method, url: '/api/things' });
  expect(type).toMatch(/^multipart\/form-data; boundary=/);
  const read = await new Response(new Uint8Array(body ?? []), { headers: { 'content-type': type } }).formData();
  const file = read.get('file');
  expect(read.get('name')).toBe('ä & b');
  if (!(file instanceof File)) throw new Error('No file arrived');
  expect([file.name, file.type, await file.text()]).toEqual(['rows.csv', 'text/csv', 'a,b\r\n1,2']);
});

it('DELETE carries parameters in the address or JSON, as the endpoint says [CLI-RULE-10]', async () => {
  await call(endpoint({ ...base, method: 'DELETE', query: id }), { query: { id: 7 } });
  expect(last()).toEqual({ ...bare, method: 'DELETE', url: '/api/things?id=7' });
  await call(endpoint({ ...base, method: 'DELETE', body: id }), { body: { id: 7 } });
  expect(last()).toEqual({ ...json, method: 'DELETE', url: '/api/things', body: '{"id":7}' });
});
