import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { whiteListTable } from '#traffic/judge/server/tables.ts';
import { importEvents } from '#traffic/judge/testing/import-events.ts';
import { useApp } from '../../../../test/support/use-app.ts';

vi.setConfig({ testTimeout: 60_000 });

const app = useApp();
const APP = 'com.own';
const WEB = 'shop.example';
const BASE = '/api/web-bi/whitelist';
const tokens: Record<string, string> = {};
let rows = 0;
const event = (more: Record<string, unknown>) => ({
  row_id: `00000000-0000-4000-8000-${String(++rows).padStart(12, '0')}`,
  ts: '2026-11-19 09:00:00.000',
  device_id: `d${rows}`,
  ...more,
});
/** Called for coming two seconds after their click. */
const installs = (publisher: string, events: number, more: Record<string, unknown> = {}) =>
  Array.from({ length: events }, () => event({ kind: 'install', publisher, ctit_seconds: 2, ...more }));
const visits = (publisher: string, events: number) =>
  Array.from({ length: events }, () => event({ kind: 'visit', publisher, ua_class: 'headless' }));

beforeAll(async () => {
  await app.package({ name: APP, platform: 'app', timeZone: 'UTC' });
  await app.package({ name: WEB, platform: 'web', timeZone: 'UTC' });
  await app.package({ name: 'com.foreign', platform: 'app' });
  const sign = async (name: string, role: string, more = {}) => {
    tokens[name] = await app.signIn({ email: `${name}@own.example`, role, packages: [APP, WEB], name, ...more });
  };
  await sign('customer', 'customer');
  await sign('publisher', 'publisher', { publishers: ['p1'] });
  await sign('vendor', 'agency', { vendors: ['Acme'] });
  const { clickhouse, database } = app.context;
  const own = [
    ...installs('p1', 3, { campaign: 'Spring', sub_publisher: 's1' }),
    ...installs('p2', 2, { campaign: 'Summer' }),
    event({ kind: 'install', publisher: 'p1', device_signs: 'qemu', ctit_seconds: 900 }),
    event({ kind: 'app_event', publisher: 'p1', event_name: 'login' }),
  ];
  await importEvents(clickhouse, database, APP, own, 1);
  await importEvents(clickhouse, database, WEB, visits('w1', 4), 2);
}, 120_000);

const get = (path: string, who = 'customer') => app.get(path, tokens[who]);
const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, who = 'customer') =>
  app.call(method, path, { token: tokens[who] ?? '', ...(body === undefined ? {} : { body }) });
const count = async (packageName: string, where: Sql): Promise<number> =>
  (
    await app.context.clickhouse.query<{ n: number }>(
      sql`SELECT count() AS n FROM traffic WHERE package = ${typed('String', packageName)} AND ${where}`,
    )
  )[0]?.n ?? 0;
const stored = () => app.context.database.db.select().from(whiteListTable);
const active = async () => (await stored()).filter(({ removedAt }) => removedAt === null);

const wanted = {
  package_name: APP,
  analysis: 'Install',
  rule_name: 'Our own network',
  conditions: [{ field: 'publisher', operator: 'is', values: ['p1'] }],
  reason: 'Our own test phones',
};
const keyOf = ({ package_name, analysis, rule_name }: typeof wanted) =>
  new URLSearchParams({ package_name, analysis, rule_name }).toString();

describe('what a rule can be about', () => {
  for (const [name, column, id] of [
    ['fraud_category', sql`splitByChar('.', toString(reason))[1]`, 'WL-API-03'],
    ['publisher', sql`toString(publisher)`, 'WL-API-04'],
    ['campaign', sql`toString(campaign)`, 'WL-API-05'],
    ['sub_publisher', sql`toString(sub_publisher)`, 'WL-API-06'],
  ] as const)
    it(`${name}: the values of each package with their events, of the chosen dashboard alone [${id}]`, async () => {
      for (const packageName of [APP, WEB]) {
        const { data } = (await get(`${BASE}/${name}?package_name=${packageName}`)).body;
        const found = await app.context.clickhouse.query<{ value: string; events: number }>(
          sql`SELECT ${column} AS value, count() AS events FROM traffic WHERE package = ${typed('String', packageName)} AND value != ''
          GROUP BY value ORDER BY events DESC, value`,
        );
        expect(data).toEqual(found);
      }
      const ofEvents = (await get(`${BASE}/${name}?package_name=${APP}&analysis=App_Event`)).body.data;
      const all = (await get(`${BASE}/${name}?package_name=${APP}`)).body.data;
      expect(ofEvents.length).toBeLessThan(all.length);
    });

  it('fields that some event of the package has a value of [WL-API-02]', async () => {
    const fields = async (name: string) =>
      (await get(`${BASE}/fields?package_name=${name}`)).body.data.map(({ value }: { value: string }) => value);
    expect(await fields(APP)).toEqual([
      'fraud_category',
      'publisher',
      'sub_publisher',
      'campaign',
      'event_name',
      'device_id',
    ]);
    expect(await fields(WEB)).toEqual(['fraud_category', 'publisher', 'device_id']);
  });
});

describe('a rule of the white list', () => {
  it('says before it is saved what it would make clean, and how much of the fraud that is', async () => {
    const { data } = (await send('POST', `${BASE}/preview`, wanted)).body;
    expect(data).toEqual({
      events: await count(APP, sql`publisher = 'p1' AND kind = 'install'`),
      fraud: await count(APP, sql`publisher = 'p1' AND kind = 'install' AND verdict = 'fraud'`),
      suspect: 0,
      all_events: 7,
      all_fraud: 6,
      cleared_events: 4,
      cleared_fraud: 4,
      own_fraud: 6,
      own_cleared: 4,
    });
    expect(await stored()).toEqual([]);
  });

  it('makes what it names clean, and what comes later too, of its dashboard and package alone [WL-API-07] [WL-GAP-01]', async () => {
    const answer = await send('POST', BASE, wanted);
    expect([answer.status, answer.body.message, answer.body.data.events]).toEqual([200, 'Created successfully !', 4]);
    expect(await active()).toMatchObject([{ packageName: APP, analysis: 'Install', ruleName: 'Our own network' }]);
    expect(await count(APP, sql`publisher = 'p1' AND kind = 'install' AND verdict != 'clean'`)).toBe(0);
    const { clickhouse, database } = app.context;
    await importEvents(clickhouse, database, APP, [...installs('p1', 3), ...installs('p2', 3)], 3);
    expect(await count(APP, sql`import_id = 3 AND publisher = 'p1' AND verdict = 'clean'`)).toBe(3);
    expect(await count(APP, sql`import_id = 3 AND publisher = 'p2' AND verdict = 'fraud'`)).toBe(3);
    expect(await count(WEB, sql`verdict = 'fraud'`)).toBe(4);
  });

  it('is stored once under its key [WL-ENT-01]', async () => {
    const again = await send('POST', BASE, {
      ...wanted,
      conditions: [{ field: 'campaign', operator: 'is', values: ['x'] }],
    });
    expect([again.status, again.body.field]).toEqual([409, 'rule_name']);
    expect(await active()).toHaveLength(1);
    const other = {
      ...wanted,
      analysis: 'App_Event',
      conditions: [{ field: 'event_name', operator: 'starts_with', values: ['log'] }],
    };
    expect((await send('POST', BASE, other)).status).toBe(200);
    expect(await active()).toHaveLength(2);
  });

  it('is listed with the entries that have no name, as many as are stored [WL-API-01] [WL-ENT-02]', async () => {
    await send('POST', '/api/traffic/white-list', {
      package_name: APP,
      kind: 'ip',
      value: '192.0.2.1',
      reason: 'The office',
    });
    const page = (await get(`${BASE}?package_name=${APP}&limit=2`)).body;
    expect(Object.keys(page).sort()).toEqual(['data', 'total']);
    expect([page.total, page.data.length]).toEqual([(await active()).length, 2]);
    expect(page.data[0]).toMatchObject({ rule_name: null, value: '192.0.2.1', conditions: [] });
    const named = (await get(`${BASE}?package_name=${APP}&analysis=Install`)).body;
    expect(named.data).toMatchObject([{ ...wanted, author: 'customer', events: 7 }]);
    expect((await get(`${BASE}?package_name=${WEB}`)).body).toEqual({ data: [], total: 0 });
  });

  it('is found by its name letter for letter, a quote in it too', async () => {
    const name = 'The "inner" network';
    expect((await send('POST', BASE, { ...wanted, rule_name: name })).status).toBe(200);
    for (const asked of [`rule_name=${encodeURIComponent(name)}`, 'search=%22inner%22']) {
      const page = (await get(`${BASE}?package_name=${APP}&analysis=Install&${asked}`)).body;
      expect(page.data.map((row: { rule_name: string }) => row.rule_name)).toEqual([name]);
    }
    expect((await send('DELETE', `${BASE}?${keyOf({ ...wanted, rule_name: name })}`)).status).toBe(200);
  });

  it('is changed in its place, and what it no longer names is judged again [WL-API-08]', async () => {
    const [before] = (await active()).filter(({ analysis }) => analysis === 'Install');
    const narrowed = {
      ...wanted,
      conditions: [...wanted.conditions, { field: 'fraud_category', operator: 'is', values: ['dev'] }],
    };
    const answer = await send('PUT', BASE, narrowed);
    expect([answer.status, answer.body.message]).toEqual([200, 'Updated successfully !']);
    const [after] = (await active()).filter(({ analysis }) => analysis === 'Install');
    expect([after?.id, after?.categories]).toEqual([before?.id, ['dev']]);
    // The emulator is clean, and what came too soon after its click is not.
    expect(await count(APP, sql`publisher = 'p1' AND kind = 'install' AND verdict = 'clean'`)).toBe(1);
    expect(await count(APP, sql`publisher = 'p1' AND reason = 'clk.injection' AND verdict = 'fraud'`)).toBe(6);
    const { clickhouse, database } = app.context;
    await importEvents(clickhouse, database, APP, installs('p1', 2, { device_signs: 'qemu', ctit_seconds: 900 }), 4);
    expect(await count(APP, sql`import_id = 4 AND verdict = 'clean'`)).toBe(2);
    expect((await send('PUT', BASE, { ...wanted, rule_name: 'Unknown one' })).status).toBe(404);
  });

  it('is removed by its key and nothing else, and what it covered is judged again [WL-API-09]', async () => {
    expect((await send('DELETE', `${BASE}?${keyOf({ ...wanted, analysis: 'INSTALL' })}`)).status).toBe(404);
    const gone = await send('DELETE', `${BASE}?${keyOf(wanted)}`);
    expect([gone.status, gone.body.message]).toEqual([200, 'Deleted  successfully !']);
    expect((await active()).map(({ analysis }) => analysis).sort()).toEqual(['App_Event', null].sort());
    expect(await count(APP, sql`publisher = 'p1' AND kind = 'install' AND verdict = 'clean'`)).toBe(0);
    expect((await send('POST', BASE, wanted)).status).toBe(200);
  });
});

describe('bad input', () => {
  it.each([
    ['no condition', { conditions: [] }, 422, 'conditions'],
    ['a board the app has not', { analysis: 'Visit' }, 422, 'analysis'],
    [
      'a category that there is not',
      { conditions: [{ field: 'fraud_category', operator: 'is', values: ['none'] }] },
      422,
      'conditions',
    ],
    [
      'a category that is not',
      { conditions: [{ field: 'fraud_category', operator: 'is_not', values: ['clk'] }] },
      422,
      'conditions',
    ],
    [
      'a network of publishers',
      { conditions: [{ field: 'publisher', operator: 'in_network', values: ['192.0.2.0/24'] }] },
      422,
      'conditions',
    ],
    [
      'no network',
      { conditions: [{ field: 'ip', operator: 'in_network', values: ['everywhere'] }] },
      422,
      'conditions',
    ],
    ['an end that is past', { expires: '2026-11-18' }, 422, 'expires'],
    ['days the wrong way round', { from: '2026-11-20', expires: '2026-11-19' }, 422, 'expires'],
  ])('is refused: %s', async (_, part, status, field) => {
    const answer = await send('POST', BASE, { ...wanted, rule_name: 'Wrong one', ...part });
    expect([answer.status, answer.body.field]).toEqual([status, field]);
  });

  it('is not for publishers, nor for who sees some vendors only, nor for a foreign package', async () => {
    expect((await get(`${BASE}?package_name=${APP}`, 'publisher')).status).toBe(403);
    expect((await send('POST', BASE, { ...wanted, rule_name: 'Vendors' }, 'vendor')).status).toBe(403);
    for (const path of [BASE, '/api/traffic/white-list'])
      expect((await get(`${path}?package_name=${APP}`, 'vendor')).status).toBe(403);
    expect((await get(`${BASE}?package_name=com.foreign`)).status).toBe(403);
    expect((await send('POST', BASE, { ...wanted, package_name: 'com.foreign' })).status).toBe(403);
  });
});

it('judges and imports as before in a package whose rules were saved a hundred times', async () => {
  const { clickhouse, database } = app.context;
  const own = (n: number) => ({
    id: 'custom.saved-often',
    title: 'Saved often',
    reason: 'dev.farm',
    kinds: ['install'],
    when: { field: 'publisher', op: 'eq', value: `nobody-${n}` },
    mode: 'suspect',
  });
  for (let n = 1; n <= 100; n++)
    await database.pool.query(
      `INSERT INTO rule_set (package_name, version, rules, custom, effective_from, reason, author)
        SELECT package_name, version + 1, rules, $2::jsonb, $3, 'Saved again', 'tester' FROM rule_set
        WHERE package_name = $1 ORDER BY version DESC LIMIT 1`,
      [APP, JSON.stringify([own(n)]), new Date(Date.parse('2026-11-18T00:00:00Z') + n * 60_000)],
    );
  await importEvents(clickhouse, database, APP, installs('p9', 5), 9);
  expect(await count(APP, sql`publisher = 'p9' AND verdict = 'fraud' AND rule_version > 90`)).toBe(5);
  const rule = { ...wanted, rule_name: 'After many saves' };
  const p9 = { ...rule, conditions: [{ field: 'publisher', operator: 'is', values: ['p9'] }] };
  expect((await send('POST', BASE, p9)).status).toBe(200);
  expect(await count(APP, sql`publisher = 'p9' AND verdict = 'clean'`)).toBe(5);
  expect((await send('DELETE', `${BASE}?${keyOf(rule)}`)).status).toBe(200);
  expect(await count(APP, sql`publisher = 'p9' AND verdict = 'fraud'`)).toBe(5);
});
