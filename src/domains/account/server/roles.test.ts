import { beforeAll, describe, expect, it } from 'vitest';
import type { EndpointShape } from '#platform/contract/endpoint.ts';
import { useApp } from '../../../../test/support/use-app.ts';

const app = useApp();
const tokens = new Map<string, string>();
const PUBLISHERS = ['publisher', 'Publisher', 'sub-publisher', 'PUBLISHER_X'];
const ROLES = ['admin', 'agency', 'advertiser', 'customer', ...PUBLISHERS, 'janitor', 'Administrator'];
const own = '/api/user/package';
const board = (publisher: string) =>
  `/api/v2/web/click/dashboard/total?package_name=own.example&fromDate=2026-11-14&toDate=2026-11-20&publisher=${publisher}`;
const admins = (endpoint: EndpointShape) => endpoint.access === 'user.write' || endpoint.access === 'package.write';

beforeAll(async () => {
  await app.package({ name: 'own.example' });
  await app.package({ name: 'foreign.example' });
  for (const [n, role] of ROLES.entries())
    tokens.set(
      role,
      await app.signIn({ email: `r${n}@own.example`, role, packages: ['own.example'], publishers: ['P'] }),
    );
});

describe('a role', () => {
  it('is a free string; only admin administers, whatever it resembles [AUTH-PERM-05] [AUTH-GAP-17]', async () => {
    const calls = app.app.routes.map(({ endpoint }) => endpoint).filter(admins);
    expect(calls.length).toBeGreaterThan(3);
    for (const [role, token] of tokens)
      for (const { method, path } of calls) {
        const { status } = await app.call(method, path.replaceAll(/:\w+/g, '999999'), { token });
        expect([role, path, status === 403]).toEqual([role, path, role !== 'admin']);
      }
    const names = async (role: string) =>
      (await app.get(own, tokens.get(role))).body.data.map((each: { package_name: string }) => each.package_name);
    for (const role of ROLES.filter((each) => each !== 'admin'))
      expect([role, await names(role)]).toEqual([role, ['own.example']]);
    expect((await names('admin')).sort()).toEqual(['foreign.example', 'own.example']);
  });

  it('whose name contains publisher, in any case, sees its own publishers only [AUTH-PERM-02]', async () => {
    const path = app.app.routes.find(({ endpoint }) => /\/web\/click\/dashboard\//.test(endpoint.path))?.endpoint.path;
    const url = (publisher: string) => board(publisher).replace('/api/v2/web/click/dashboard/total', path ?? '');
    for (const role of [...PUBLISHERS, 'janitor']) {
      expect([role, (await app.get(url('Q'), tokens.get(role))).status]).toEqual([role, 403]);
      expect([role, (await app.get(url('P'), tokens.get(role))).status]).toEqual([role, 200]);
    }
    for (const role of ['admin', 'agency', 'advertiser', 'customer'])
      expect([role, (await app.get(url('Q'), tokens.get(role))).status]).toEqual([role, 200]);
  });
});

describe('a token', () => {
  it('is asked for by every call that is not public, and opens them [AUTH-PERM-07]', async () => {
    const calls = app.app.routes.map(({ endpoint }) => endpoint).filter(({ access }) => access !== 'public');
    const token = tokens.get('admin') ?? '';
    for (const { method, path } of calls.filter((each) => each.path !== '/api/user/logout')) {
      const url = path.replaceAll(/:\w+/g, '999999');
      expect([path, (await app.call(method, url)).status]).toEqual([path, 401]);
      const opened = await app.call(method, url, { token });
      expect([path, opened.status === 401, opened.status >= 500]).toEqual([path, false, false]);
    }
  }, 120_000);
});

describe('what the browser is told about a person', () => {
  it('are the lists of the user record, as objects with their names [SESS-ENT-02]', async () => {
    const token = await app.signIn({
      email: 'pia@own.example',
      role: 'publisher',
      packages: ['own.example'],
      publishers: ['Pub A', 'Pub B'],
      vendors: ['V 1'],
    });
    await app.context.database.pool.query(
      "UPDATE app_user SET fraud_types = '{Bots,Proxy}' WHERE email = 'pia@own.example'",
    );
    expect((await app.get('/api/user/me', token)).body.data).toMatchObject({
      publisher: [{ publisher_name: 'Pub A' }, { publisher_name: 'Pub B' }],
      vendor: ['V 1'],
      fraud_type: [{ fraud_status: 'Bots' }, { fraud_status: 'Proxy' }],
    });
    expect((await app.get('/api/user/me', tokens.get('customer'))).body.data).toMatchObject({
      vendor: [],
      fraud_type: [],
    });
  });
});
