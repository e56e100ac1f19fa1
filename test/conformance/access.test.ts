import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { PAGES } from '#app/contract/slices.ts';
import { passage } from '#app/web/guard.ts';
import type { EndpointShape } from '#platform/contract/endpoint.ts';
import { roleMay } from '#platform/contract/roles.ts';
import { sample } from '../support/sample.ts';
import { useApp } from '../support/use-app.ts';

const app = useApp();
const tokens: Record<string, string> = {};

beforeAll(async () => {
  await app.package({ name: 'own.example' });
  await app.package({ name: 'foreign.example' });
  tokens['customer'] = await app.signIn({ email: 'c@own.example', role: 'customer', packages: ['own.example'] });
  tokens['agency'] = await app.signIn({ email: 'a@own.example', role: 'agency', packages: ['own.example'] });
  tokens['publisher'] = await app.signIn({
    email: 'p@own.example',
    role: 'Publisher',
    packages: ['own.example'],
    publishers: ['Pub A'],
  });
  tokens['admin'] = await app.signIn({ email: 'admin@own.example', role: 'admin' });
});

/** A parameter's key, wherever the endpoint takes it. */
const takes = (endpoint: EndpointShape, key: string): 'query' | 'body' | 'params' | null => {
  for (const part of ['query', 'body', 'params'] as const) {
    const schema = endpoint[part];
    if (schema instanceof z.ZodObject && key in schema.shape) return part;
  }
  return null;
};

const urlOf = (endpoint: EndpointShape): string => endpoint.path.replaceAll(/:\w+/g, '1');

/**
 * A board call needs no more than package and range, so only 403 will do; others may miss a further parameter first.
 */
const refusals = (endpoint: EndpointShape): number[] =>
  endpoint.access === 'board.read' && !endpoint.path.includes(':') ? [403] : [400, 403, 404];

const endpoints = () => app.app.routes.map((route) => route.endpoint);
const request = (
  endpoint: EndpointShape,
  options: { token?: string; query?: Record<string, string>; body?: unknown } = {},
) => {
  const query = new URLSearchParams(options.query).toString();
  const url = `${urlOf(endpoint)}${query ? `?${query}` : ''}`;
  const upload = endpoint.upload ? { headers: { 'content-type': 'application/octet-stream' }, body: 'x' } : {};
  return app.call(endpoint.method, url, {
    ...upload,
    ...(options.token ? { token: options.token } : {}),
    ...(options.body === undefined ? {} : { body: options.body }),
  });
};

const MALFORMED: readonly Readonly<Record<string, string>>[] = [
  {},
  { package_name: '' },
  { package_name: 'own.example', fromDate: '2026-02-30', page: '-1' },
  { nonsense: "'; DROP TABLE traffic --" },
];

/** Thousands of calls, on a machine that may be busy. */
const PATIENCE = { timeout: 120_000 };

/** What the guard keeps closed (spec 2.2), and the two addresses of these families that the spec itself opens. */
const FAMILIES: readonly RegExp[] = [
  /^\/management\/package/,
  /^\/management\/user/,
  /^\/web\/dashboard\//,
  /^\/web\/vast\//,
  /^\/vast\//,
  /^\/web\/tools\//,
  /^\/web\/publisher-report/,
  /^\/reconcilation\//,
  /^\/analytics-dashboard/,
  /^\/mtrackit[_/]/,
  /^\/app\/report\//,
  /^\/app\/dashboard\//,
  /^\/integrity\//,
  /^\/click-integrity\//,
  /^\/impression-integrity\//,
  /^\/user-acquisition\/rule-configuration/,
  /^\/white-listing/,
  /^\/app\/white-listing/,
  /^\/publisher-summary/,
  /^\/alert-page/,
  /^\/brand-relevancy\//,
  /^\/dvtrackers(\/|$)/,
  /^\/coupons$/,
  /^\/youtube-relevancy/,
  /^\/fingerprint/,
  /^\/user/,
  /^\/package/,
  /^\/landing_page/,
];
const OPEN = ['/user-profile', '/mtrackit/campaign'];
const addresses = PAGES.flatMap((page) => page.paths.map((path) => ({ page, path })));
const ofFamily = ({ path }: { path: string }) => FAMILIES.some((family) => family.test(path)) && !OPEN.includes(path);

describe('pages of the guarded families', () => {
  it(
    'are closed without their menu entry and open with it, each by each of its addresses, in the browser and for their calls [NAV-RULE-08]',
    PATIENCE,
    async () => {
      expect(FAMILIES.filter((family) => !addresses.some(({ path }) => family.test(path)))).toEqual([]);
      expect(addresses.filter((each) => ofFamily(each) && each.page.guard !== 'menu')).toEqual([]);
      await app.package({ name: 'own.app', platform: 'app' });
      const wrong: unknown[] = [];
      /** What people who are mapped see of a package: these pages alone, or all. */
      const select = (menu: string[] | null) =>
        app.context.database.pool.query(
          `INSERT INTO user_package (user_id, package_name, menu, position)
           SELECT id, own, $1, 9 FROM app_user, unnest('{own.example,own.app}'::text[]) AS own WHERE role != 'admin'
         ON CONFLICT (user_id, package_name) DO UPDATE SET menu = excluded.menu`,
          [menu],
        );
      const routesOf = async (role: string): Promise<string[]> => {
        const { status, body, text } = await app.get('/api/user/menu', tokens[role]);
        expect([role, status, text.slice(0, 300)]).toEqual([role, 200, expect.anything()]);
        return body.data.map(({ route }: { route: string }) => route);
      };
      const opened = (role: string, path: string, routes: readonly string[]) => {
        const auth = btoa(JSON.stringify({ role, name: role }));
        vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'auth_data' ? auth : null) });
        return passage(path, PAGES, routes).kind;
      };
      for (const page of PAGES.filter((each) => each.paths.some((path) => ofFamily({ path })))) {
        const { permission, companionOf = page.id } = page;
        // Of some only administrators have the entry, who have all.
        const role = ['agency', 'customer'].find((name) => !permission || roleMay(name, permission)) ?? 'admin';
        await select([companionOf]);
        const routes = await routesOf(role);
        for (const path of page.paths.filter((each) => ofFamily({ path: each }))) {
          const asked = path.replaceAll(/:\w+/g, 'x1').replace('*', 'x');
          const kinds = [opened(role, asked, ['/docs-of-nobody']), opened(role, asked, routes)];
          if (kinds.join() !== 'go,open') wrong.push([path, role, ...kinds]);
        }
      }
      vi.unstubAllGlobals();
      expect(wrong).toEqual([]);
      await select(['no-such-page']);
      expect([await routesOf('agency'), await routesOf('customer')]).toEqual([[], []]);
      // The calls of these pages: refused as long as none of their pages is selected for the package.
      const guarded = endpoints().filter(
        (each) =>
          each.method === 'GET' &&
          takes(each, 'package_name') === 'query' &&
          each.access !== 'public' &&
          (each.access === 'session' || roleMay('agency', each.access)) &&
          Array.isArray(each.pages) &&
          each.pages.every((id) => addresses.some((one) => one.page.id === id && ofFamily(one))),
      );
      // Those of brand, of video ads and of money among them, which name no pages of their own.
      expect(guarded.length).toBeGreaterThan(60);
      const statusOf = async (each: EndpointShape) =>
        (await request(each, { token: tokens['agency'] ?? '', query: { package_name: 'own.example' } })).status;
      for (const each of guarded) {
        await select(['no-such-page']);
        const without = await statusOf(each);
        await select([each.pages?.[0] ?? '']);
        const withIt = await statusOf(each);
        // Some need more than a package, and say so first.
        if (!refusals(each).includes(without) || withIt === 403) wrong.push([each.path, without, withIt]);
      }
      expect(wrong).toEqual([]);
      await select(null);
      await app.context.database.pool.query("DELETE FROM user_package WHERE package_name = 'own.app'");
    },
  );
});

// Last: what it sends may change who may sign in, and how.
describe('every endpoint', () => {
  it('refuses a stranger unless it is public', async () => {
    for (const endpoint of endpoints().filter((e) => e.access !== 'public')) {
      expect([endpoint.method, endpoint.path, (await request(endpoint)).status]).toEqual([
        endpoint.method,
        endpoint.path,
        401,
      ]);
    }
  });

  it('refuses expired, forged and foreign tokens', async () => {
    const now = Math.floor(app.clock.now().getTime() / 1000);
    const forge = (secret: string, exp: number, claims: object) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer('adsieve')
        .setAudience('adsieve-api')
        .setIssuedAt(now - 60)
        .setExpirationTime(exp)
        .sign(Buffer.from(secret));
    const bad = [
      'garbage',
      'a.b.c',
      await forge('another secret another secret 123', now + 3600, { typ: 'session', id: 1, sid: crypto.randomUUID() }),
      await forge('another secret another secret 123', now - 10, { typ: 'session', id: 1, sid: crypto.randomUUID() }),
      `${tokens['customer']?.split('.').slice(0, 2).join('.')}.`,
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${tokens['customer']?.split('.')[1]}.`,
    ];
    for (const endpoint of endpoints().filter((e) => e.access !== 'public')) {
      for (const token of bad)
        expect([endpoint.path, (await request(endpoint, { token })).status]).toEqual([endpoint.path, 401]);
    }
  });

  it('refuses a role without its permission, before looking at the parameters', async () => {
    for (const endpoint of endpoints()) {
      const { access } = endpoint;
      if (access === 'public' || access === 'session') continue;
      for (const role of ['customer', 'agency', 'publisher', 'admin']) {
        if (roleMay(role, access)) continue;
        const token = tokens[role] ?? '';
        expect([endpoint.path, role, (await request(endpoint, { token })).status]).toEqual([endpoint.path, role, 403]);
      }
    }
  });

  it('answers 403 for a package that is not mapped to the caller [FLT-GAP-04]', PATIENCE, async () => {
    const guarded = endpoints().filter((e) => e.method === 'GET' && takes(e, 'package_name') === 'query');
    expect(guarded.length).toBeGreaterThan(0);
    for (const endpoint of guarded) {
      for (const role of ['customer', 'agency', 'publisher']) {
        const answer = await request(endpoint, {
          token: tokens[role] ?? '',
          query: {
            package_name: 'foreign.example',
            ...(takes(endpoint, 'publisher') === 'query' ? { publisher: 'Pub A' } : {}),
          },
        });
        // A missing further parameter may be noticed first, but never leads to data.
        expect([endpoint.path, role, answer.status, refusals(endpoint).includes(answer.status)]).toEqual([
          endpoint.path,
          role,
          answer.status,
          true,
        ]);
        expect(answer.body?.data).toBeUndefined();
      }
    }
  });

  it('answers 403 when a publisher names another publisher [FLT-GAP-03]', async () => {
    const guarded = endpoints().filter(
      (e) => e.method === 'GET' && takes(e, 'publisher') === 'query' && e.access !== 'public',
    );
    for (const endpoint of guarded) {
      const days = takes(endpoint, 'fromDate') ? { fromDate: '2026-11-14', toDate: '2026-11-20' } : {};
      const query = { package_name: 'own.example', publisher: 'Pub B', ...days };
      const answer = await request(endpoint, { token: tokens['publisher'] ?? '', query });
      expect([endpoint.path, refusals(endpoint).includes(answer.status)]).toEqual([endpoint.path, true]);
    }
  });

  it('never answers 5xx to a request without, with empty and with malformed parameters', PATIENCE, async () => {
    for (const endpoint of endpoints()) {
      const { method, path } = endpoint;
      const bodies = method === 'GET' ? [undefined] : [undefined, {}, { package_name: ['own.example'] }, 'text'];
      const asked = MALFORMED.flatMap((query) => bodies.map((body) => ({ query, body })));
      for (const { query, body } of sample('malformed requests of an endpoint', asked, 2, `${method} ${path}`)) {
        const answer = await request(endpoint, { token: tokens['admin'] ?? '', query, body });
        expect([method, path, answer.status < 500]).toEqual([method, path, true]);
      }
    }
  });
});
