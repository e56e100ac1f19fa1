import { beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#app/server/create-app.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { importEvents } from '#traffic/judge/testing/import-events.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { forgetFootprints } from './footprint-jobs.ts';

const OWN = 'own.example';
const OTHER = 'other.example';
const TOOLS = '/api/web-bi/tools';

const app = useApp();
let customer = '';
let admin = '';
let publisher = '';
let http: Awaited<ReturnType<typeof createApp>>;

let rows = 0;
const events = (n: number, of: Record<string, unknown>) =>
  Array.from({ length: n }, () => ({
    row_id: `00000000-0000-4000-8000-${String(++rows).padStart(12, '0')}`,
    kind: 'visit',
    ts: `2026-11-1${rows % 9} 10:00:00.000`,
    publisher: 'Alder',
    ua_class: 'browser',
    device_id: `d${rows}`,
    ip: '::',
    ...of,
  }));

/** Of a server whose operator allows a site in frames. */
const call = async (method: 'GET' | 'POST' | 'PUT', url: string, token = customer, payload?: object) => {
  const answer = await http.http.inject({
    method,
    url,
    headers: { authorization: token },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
};

beforeAll(async () => {
  await app.package({ name: OWN });
  await app.package({ name: OTHER, timeZone: 'Asia/Tokyo' });
  admin = await app.signIn({ email: 'admin@own.example', role: 'admin' });
  customer = await app.signIn({ email: 'owner@own.example', role: 'customer', packages: [OWN] });
  publisher = await app.signIn({ email: 'p@own.example', role: 'publisher', packages: [OWN], publishers: ['Alder'] });
  const { clickhouse, database } = app.context;
  await importEvents(clickhouse, database, OWN, [
    ...events(7, { ip: '203.0.113.77', publisher: 'Alder' }),
    ...events(5, { ip: '203.0.113.77', publisher: 'Birch', ua_class: 'headless' }),
    ...events(4, { ip: '198.51.100.9', ua_class: 'headless' }),
    ...events(3, { device_id: '38400000-8cf0-11bd-b23e-10b96e40000d' }),
  ]);
  await importEvents(clickhouse, database, OTHER, events(11, { ip: '203.0.113.77' }), 2);
  const config = {
    ...app.context.config,
    embedOrigins: ['https://reports.example'],
  };
  http = await createApp({ ...app.context, config }, {});
  await http.http.ready();
}, 60_000);

describe('a digital footprint', () => {
  const look = (value: string, more: object = {}, token = customer) =>
    app.call('POST', '/api/digitalfootprint', {
      token: token,
      body: { package_name: OWN, value, purpose: 'A refund', ...more },
    });

  it('counts what the own traffic holds of an address and no other package’s, with points for each reason [OTH-API-02]', async () => {
    const { data } = (await look('203.0.113.77')).body;
    const [held] = await app.context.clickhouse.query<{ events: number; fraud: number; publishers: number }>(
      sql`SELECT toUInt32(count()) AS events, toUInt32(countIf(verdict = 'fraud')) AS fraud, toUInt32(uniqExact(publisher)) AS publishers
        FROM traffic WHERE package = ${typed('String', OWN)} AND ip = toIPv6('203.0.113.77')`,
    );
    expect(data.seen).toMatchObject(held ?? {});
    expect([held?.events, (held?.fraud ?? 0) > 0]).toEqual([12, true]);
    expect(data.score).toBe(data.signals.reduce((sum: number, { points }: { points: number }) => sum + points, 0));
    const bad = (await look('198.51.100.9')).body.data;
    expect(bad.score).toBeGreaterThan(data.score);
    expect(bad.signals.map(({ signal }: { signal: string }) => signal)).toContain('mostly_fraud');
  });

  it.each([
    ['someone@mailinator.com', 'email', 'email_throwaway'],
    ['10.0.0.7', 'ip', 'ip_not_public'],
    ['38400000-8cf0-11bd-b23e-10b96e40000d', 'device', 'no_fraud'],
    ['+49 30 901820', 'phone', undefined],
    ['+49 30 1', 'phone', 'form_invalid'],
    ['nobody.example', 'domain', 'never_seen'],
  ])('takes %s for %s', async (value, kind, signal) => {
    const { data } = (await look(value)).body;
    expect(data.kind).toBe(kind);
    if (signal) expect(data.signals.map((each: { signal: string }) => each.signal)).toContain(signal);
    if (kind === 'phone') expect([data.seen, data.not_looked]).toEqual([null, ['traffic']]);
  });

  it('refuses what is none of them, a look without a purpose, and whoever may not judge', async () => {
    expect((await look('%%%')).body.told.code).toBe('footprint_unknown');
    expect((await look('10.0.0.7', { purpose: '' })).status).toBe(422);
    expect((await look('10.0.0.7', { package_name: OTHER })).status).toBe(403);
    expect((await look('10.0.0.7', {}, publisher)).status).toBe(403);
  });

  it('gives the look-ups as a file, a row each, and forgets them after 30 days [OTH-EXP-01]', async () => {
    const { total } = (await app.get(`/api/digitalfootprint?package_name=${OWN}&page=1&limit=10`, customer)).body;
    const { text } = await app.get(`/api/digitalfootprint/download?package_name=${OWN}`, customer);
    const lines = text.trim().split('\r\n').slice(1);
    expect(lines).toHaveLength(total);
    expect(lines.filter((line) => line.startsWith('ip,203.0.113.77,'))).toHaveLength(1);
    expect(
      (await app.get(`/api/digitalfootprint/download?package_name=${OWN}&kind=email`, customer)).text
        .trim()
        .split('\r\n'),
    ).toHaveLength(2);
    const { database } = app.context;
    await database.pool.query("UPDATE footprint SET looked_at = looked_at - interval '31 days' WHERE kind = 'email'");
    expect(await forgetFootprints(database, app.clock.now())).toBe(1);
  });
});

describe('accounts', () => {
  it('sums up each own package as the tables have it, and follows the days [OTH-ROUTE-03] [OTH-GAP-01]', async () => {
    const summary = async (token: string, days: string) =>
      (await app.get(`${TOOLS}/account_summary?${days}`, token)).body.data;
    const days = 'fromDate=2026-11-10&toDate=2026-11-14';
    const [own, ...others] = await summary(customer, days);
    expect(others).toEqual([]);
    const [held] = await app.context.clickhouse.query<{ events: number; fraud: number }>(
      sql`SELECT count() AS events, countIf(verdict = 'fraud') AS fraud FROM traffic
        WHERE package = ${typed('String', OWN)} AND toDate(ts) BETWEEN '2026-11-10' AND '2026-11-14' AND verdict != 'filtered'`,
    );
    expect(own).toMatchObject({ package_name: OWN, users: 2, reports: 0, accounts: 0, ...held });
    const [all] = await summary(customer, 'fromDate=2026-11-10&toDate=2026-11-18');
    expect(all.events).toBeGreaterThan(own.events);
    expect((await summary(admin, days)).map(({ package_name }: { package_name: string }) => package_name)).toEqual([
      OTHER,
      OWN,
    ]);
    expect((await app.get(`${TOOLS}/account_summary?package_name=${OTHER}`, customer)).status).toBe(403);
    expect((await app.get(`${TOOLS}/account_summary`, publisher)).status).toBe(403);
  });

  it('links an account once, lists it for its package only, and unlinks it [OTH-ROUTE-04] [OTH-GAP-01]', async () => {
    const link = (more: object = {}, token = customer) =>
      app.call('POST', `${TOOLS}/linked_accounts`, {
        token: token,
        body: { package_name: OWN, platform: 'google_ads', account_id: '123-456-7890', name: 'Elm DE', ...more },
      });
    const made = await link();
    expect(made.body).toMatchObject({ message: 'Created successfully !', data: { platform: 'google_ads' } });
    expect((await link()).body.told.code).toBe('account_linked_already');
    expect((await link({ account_id: 'abc' })).status).toBe(422);
    expect((await link({ package_name: OTHER })).status).toBe(403);
    const list = async (name = OWN, token = customer) =>
      (await app.get(`${TOOLS}/linked_accounts?package_name=${name}&page=1&limit=10`, token)).body;
    expect((await list()).data).toMatchObject([{ account_id: '123-456-7890', linked_by: 'Test Person' }]);
    expect((await list(OTHER, admin)).data).toEqual([]);
    const url = `${TOOLS}/linked_accounts/${made.body.data.id}`;
    expect((await app.call('DELETE', url, { token: publisher })).status).toBe(403);
    expect((await app.call('DELETE', url, { token: customer })).body.message).toBe('Deleted  successfully !');
    expect((await list()).data).toEqual([]);
  });
});

describe('the page of another site', () => {
  const set = (url: string, token = admin) =>
    call('PUT', '/api/config/external_embedded_url', token, { package_name: OWN, url });
  const asked = async (token = customer, name?: string) =>
    (await call('GET', `/api/user/external_embedded_url${name ? `?package_name=${name}` : ''}`, token)).body.data;

  it('is the one of the caller’s package, of an origin the operator allows [OTH-API-01]', async () => {
    expect(await asked()).toMatchObject({ url: null });
    expect((await set('https://elsewhere.example/x')).body.told.code).toBe('embed_not_allowed');
    expect((await set('http://reports.example/x')).status).toBe(422);
    expect((await set('https://reports.example/elm?board=3')).status).toBe(200);
    expect(await asked()).toMatchObject({ url: 'https://reports.example/elm?board=3', package_name: OWN });
    expect(await asked(admin, OTHER)).toMatchObject({ url: null });
    expect((await set('https://reports.example/elm', customer)).status).toBe(403);
    expect((await call('GET', `/api/user/external_embedded_url?package_name=${OTHER}`)).status).toBe(403);
    const page = await http.http.inject({ method: 'GET', url: '/api/live' });
    expect(String(page.headers['content-security-policy'])).toContain("frame-src 'self' https://reports.example");
    // The operator takes the origin off the list: what is stored is not shown any more.
    expect((await app.get('/api/user/external_embedded_url', customer)).body.data).toMatchObject({
      url: null,
      origins: [],
    });
    expect((await set('')).body.data.url).toBeNull();
  });
});

describe('a device id', () => {
  const sent = {
    stored: 'a'.repeat(32),
    print: 'b'.repeat(32),
    confidence: 0.6,
    webdriver: false,
    languages: 2,
    platform: 'Linux x86_64',
  };
  const record = (
    more: object = {},
    { token = customer, agent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0' } = {},
  ) =>
    app.call('POST', '/api/fingerprint', {
      token: token,
      headers: { 'user-agent': agent },
      body: { package_name: OWN, ...sent, ...more },
    });

  it('is the same for the same browser, another one for another browser and package, and kept by person [OTH-GAP-04]', async () => {
    const { data: first } = (await record()).body;
    const { data: again } = (await record()).body;
    expect([again.visitor_id, again.seen_count, again.first_seen]).toEqual([first.visitor_id, 2, first.first_seen]);
    const { data: other } = (await record({ stored: 'c'.repeat(32) })).body;
    expect(other.visitor_id).not.toBe(first.visitor_id);
    const { data: elsewhere } = (await record({ package_name: OTHER }, { token: admin })).body;
    expect(elsewhere.visitor_id).not.toBe(first.visitor_id);
    const { data: odd } = (
      await record({ webdriver: true, languages: 0 }, { agent: 'Mozilla/5.0 HeadlessChrome/130.0 Windows NT 10.0' })
    ).body;
    expect(odd.risks).toEqual(['webdriver', 'headless_agent', 'agent_changed', 'platform_differs', 'no_languages']);
    const list = async (token: string) =>
      (await app.get(`/api/fingerprint?package_name=${OWN}&page=1&limit=10`, token)).body.data.length;
    expect([await list(customer), await list(publisher), await list(admin)]).toEqual([2, 0, 2]);
    expect((await record({ package_name: OTHER })).status).toBe(403);
  });
});
