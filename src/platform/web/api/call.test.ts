// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { stored } from '../session/stored.ts';
import { ApiError } from './api-error.ts';
import { call, query, urlOf } from './call.ts';

const list = endpoint({
  method: 'GET',
  path: '/api/things/:id',
  summary: 'Things',
  access: 'session',
  params: z.object({ id: z.string() }),
  query: z.object({
    package_name: z.string(),
    publisher: z.array(z.string()).optional(),
    search: z.string().optional(),
  }),
  response: z.object({ data: z.number() }),
});
const create = endpoint({
  method: 'POST',
  path: '/api/things',
  summary: 'Create',
  access: 'session',
  body: z.object({ name: z.string() }),
  response: z.object({ data: z.number() }),
});
const input = { params: { id: 'a/b' }, query: { package_name: 'com.a b&c', publisher: ['x', 'y'] } };

const answer = (status: number, body: unknown = { data: 1 }): Response =>
  new Response(JSON.stringify(body), { status });
const failure = (status: number, code: string) =>
  answer(status, { status: false, code, message: 'No', request_id: 'r1', field: 'name' });
const network = vi.fn<typeof fetch>();

/** Lets pauses between attempts pass while the call is under way. */
async function settle<T>(promise: Promise<T>): Promise<T | Error> {
  const caught = promise.catch((error: Error) => error);
  await vi.runAllTimersAsync();
  return caught;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', network);
  network.mockReset();
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a call', () => {
  it('fills the path and encodes the query, several values repeated [CLI-RULE-04]', () => {
    expect(urlOf(list, input)).toBe('/api/things/a%2Fb?package_name=com.a%20b%26c&publisher=x&publisher=y');
  });

  it('sends JSON and the raw token, and answers with the body [CLI-RULE-01] [CLI-RULE-02] [CLI-RULE-03] [CLI-RULE-05]', async () => {
    stored.set('token', 'abc.def.ghi');
    network.mockResolvedValue(answer(200));
    await expect(call(create, { body: { name: 'n' } })).resolves.toEqual({ data: 1 });
    const [url, init] = network.mock.calls[0] ?? [];
    const headers = new Headers(init?.headers);
    expect([url, init?.method, init?.body]).toEqual(['/api/things', 'POST', '{"name":"n"}']);
    expect([headers.get('authorization'), headers.get('content-type')]).toEqual(['abc.def.ghi', 'application/json']);
  });

  it('gives up a request after 60 s and does not repeat it [CLI-CONST-01]', async () => {
    network.mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
    );
    const pending = call(list, input).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(network.mock.calls[0]?.[1]?.signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await pending).toMatchObject({ code: 'timeout' });
    expect(network).toHaveBeenCalledTimes(1);
  });

  it('tries five times in all: 503 four times, then the answer [CLI-CONST-02]', async () => {
    for (let i = 0; i < 4; i++) network.mockResolvedValueOnce(failure(503, 'unavailable'));
    network.mockResolvedValueOnce(answer(200));
    expect(await settle(call(list, input))).toEqual({ data: 1 });
    expect(network).toHaveBeenCalledTimes(5);
  });

  it('stops after the fifth failure [CLI-CONST-02]', async () => {
    network.mockImplementation(async () => failure(503, 'unavailable'));
    expect(await settle(call(list, input))).toBeInstanceOf(ApiError);
    expect(network).toHaveBeenCalledTimes(5);
  });

  it('repeats network errors and 429, never a refusal [CLI-GAP-01]', async () => {
    network
      .mockRejectedValueOnce(new TypeError('down'))
      .mockResolvedValueOnce(failure(429, 'too_many_requests'))
      .mockResolvedValueOnce(failure(422, 'refused'));
    expect(await settle(call(list, input))).toMatchObject({
      code: 'refused',
      status: 422,
      field: 'name',
      requestId: 'r1',
    });
    expect(network).toHaveBeenCalledTimes(3);
  });

  it('repeats a write only with an idempotency key [CLI-GAP-01]', async () => {
    network.mockImplementation(async () => failure(500, 'internal'));
    await settle(call(create, { body: { name: 'n' } }));
    expect(network).toHaveBeenCalledTimes(1);
    await settle(call(create, { body: { name: 'n' } }, { idempotencyKey: 'k' }));
    expect(network).toHaveBeenCalledTimes(6);
    // Somebody waits at a button: what was answered is told at once, what was not is sent again.
    const atOnce = { idempotencyKey: 'l', atOnce: true };
    await settle(call(create, { body: { name: 'n' } }, atOnce));
    expect(network).toHaveBeenCalledTimes(7);
    network.mockRejectedValueOnce(new TypeError('down'));
    await settle(call(create, { body: { name: 'n' } }, atOnce));
    expect(network).toHaveBeenCalledTimes(9);
  });

  it('does not repeat a question that is too heavy', async () => {
    network.mockImplementation(async () => failure(503, 'query_too_heavy'));
    await settle(call(list, input));
    expect(network).toHaveBeenCalledTimes(1);
  });
});

describe('a session the server no longer knows', () => {
  /** Where the browser is sent; jsdom goes nowhere. */
  const left = vi.fn();
  beforeEach(() => {
    left.mockReset();
    vi.stubGlobal('location', { replace: left });
    vi.spyOn(console, 'info').mockImplementation(() => undefined);
    stored.set('token', 'abc.def.ghi');
  });

  it('ends here too, after a read as after a write [ERR-GAP-03]', async () => {
    network.mockImplementation(async () => failure(401, 'not_signed_in'));
    await settle(call(list, input));
    expect([left.mock.calls, stored.has('token')]).toEqual([[['/']], false]);
    stored.set('token', 'abc.def.ghi');
    await settle(call(create, { body: { name: 'n' } }));
    expect([left.mock.calls.length, stored.has('token')]).toEqual([2, false]);
  });

  it('is not what a refused sign-in, a refused second factor or a missing right says', async () => {
    network.mockImplementation(async () => failure(401, 'bad_credentials'));
    await settle(call(create, { body: { name: 'n' } }));
    network.mockImplementation(async () => failure(403, 'forbidden'));
    await settle(call(list, input));
    network.mockImplementation(async () => failure(401, 'not_signed_in'));
    await settle(call(create, { body: { name: 'n' } }, { token: 'of.a.sign-in' }));
    expect([left.mock.calls, stored.has('token')]).toEqual([[], true]);
  });
});

it('keys a query by method, path and input', () => {
  expect(query(list, input).queryKey).toEqual(['GET', '/api/things/:id', input]);
});
