import { expect, it, describe as suite, vi } from 'vitest';
import { z } from 'zod';
import { describe, openApiText } from '#platform/server/http/openapi.ts';
import { call } from '#platform/web/api/call.ts';
import { useApp } from '../support/use-app.ts';

const app = useApp();

/** On average: 834 with 1,163 calls. */
const BYTES_A_CALL = 900;

const operation = z.looseObject({
  summary: z.string(),
  tags: z.array(z.string()).length(1),
  'x-access': z.string(),
  security: z.array(z.unknown()).optional(),
});
const document = () => describe(app.app.http);
const operations = () => z.record(z.string(), z.record(z.string(), operation)).parse(document().paths);

/** Every `$ref` of a value. */
const references = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(references);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : references(inner),
  );
};

/** Longer schemas that are written down more than once. */
function longTwice(root: unknown): string[] {
  const times = new Map<string, number>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const text = 'type' in value || 'anyOf' in value ? JSON.stringify(value) : '';
    if (text.length >= 120) times.set(text, (times.get(text) ?? 0) + 1);
    for (const inner of Object.values(value)) walk(inner);
  };
  walk(root);
  return [...times].filter(([, count]) => count > 1).map(([text]) => text);
}

const at = (root: unknown, pointer: string): unknown =>
  pointer
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
      root,
    );

suite('the description of the API', () => {
  it('has every endpoint with its summary and who may call it', () => {
    const described = operations();
    for (const { endpoint } of app.app.routes) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
      const found = described[path]?.[endpoint.method.toLowerCase()];
      expect([path, found?.summary, found?.['x-access']]).toEqual([path, endpoint.summary, endpoint.access]);
      expect([path, found?.security]).toEqual([path, endpoint.access === 'public' ? [] : undefined]);
      expect(endpoint.summary.length).toBeGreaterThan(3);
    }
    expect(Object.values(described).flatMap((each) => Object.keys(each))).toHaveLength(app.app.routes.length);
  });

  it('refers to nothing that is not there, and says each thing once', () => {
    const whole = document();
    for (const reference of new Set(references(whole)))
      expect([reference, at(whole, reference)]).not.toContain(undefined);
    expect(longTwice(whole)).toEqual([]);
    // Of a call, with its share of what they have in common.
    expect(JSON.stringify(whole).length / app.app.routes.length).toBeLessThan(BYTES_A_CALL);
  });

  it('is served to whoever is signed in', async () => {
    expect((await app.get('/api/openapi.json')).status).toBe(401);
    const token = await app.signIn({ email: 'c@own.example', role: 'customer' });
    const answer = await app.get('/api/openapi.json', token);
    expect([answer.status, answer.body]).toEqual([200, JSON.parse(JSON.stringify(document()))]);
  });

  it('in docs/openapi.json is the one of this code (npm run sync writes it)', async () => {
    await expect(openApiText(app.app.http)).toMatchFileSnapshot('../../docs/openapi.json');
  });
});

suite('answers', () => {
  const json = () => app.app.routes.map(({ endpoint }) => endpoint).filter(({ answer }) => answer !== 'file');
  const keysOf = (path: string, method = 'GET'): string[] => {
    const { response } = json().find((each) => each.path === path && each.method === method) ?? {};
    return response instanceof z.ZodObject ? Object.keys(response.shape).sort() : [];
  };

  it('have the envelopes of the specification, and a page takes no other for any call [CLI-GAP-07]', async () => {
    const PAGED = ['Total_pages', 'data', 'total'];
    const wrong = json().filter(({ response, path, method }) => {
      const keys = response instanceof z.ZodObject ? Object.keys(response.shape) : [];
      const isPaged = keys.includes('Total_pages');
      return isPaged
        ? !PAGED.every((key) => keys.includes(key))
        : keys.includes('message') && !keys.includes('status') && [path, method];
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
    expect(keysOf('/api/user/menu')).toEqual(['data', 'message', 'status']);
    expect(keysOf('/api/audit')).toEqual(PAGED);
    for (const list of ['country-codes', 'language-codes']) {
      const { body } = await app.get(`/api/${list}`);
      expect([list, body.status, Object.keys(body.data)]).toEqual([
        list,
        true,
        [list.includes('country') ? 'countries' : 'languages'],
      ]);
    }
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
    const promised = json().filter(
      ({ response }) =>
        response instanceof z.ZodObject &&
        'data' in response.shape &&
        !(response.shape['data'] instanceof z.ZodOptional),
    );
    expect(promised.length).toBeGreaterThan(300);
    const params = new Proxy({}, { ownKeys: () => [] });
    const taken: string[] = [];
    for (const endpoint of promised)
      for (const instead of [{}, [], 'x', null, { status: true, message: 'OK' }, { result: [] }]) {
        vi.stubGlobal('fetch', async () => Response.json(instead));
        const [said] = await Promise.allSettled([call(endpoint, { params } as never)]);
        if (said?.status !== 'rejected' || said.reason.code !== 'unreadable')
          taken.push(`${endpoint.path} ${JSON.stringify(instead)}`);
      }
    vi.unstubAllGlobals();
    expect(taken).toEqual([]);
  });
});
