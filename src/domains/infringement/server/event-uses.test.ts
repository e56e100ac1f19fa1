import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '#platform/server/access/scope.ts';
import { importLocalFile, requestUndo } from '#traffic/intake/server/imports.ts';
import { runImport } from '#traffic/intake/server/run-import.ts';
import { moneyOf } from '#traffic/money/server/load-money.ts';
import { runJob } from '../../../../test/support/run-job.ts';
import type { UseRow } from '../contract/coupon.ts';
import { SITE, useBrand } from '../testing/use-brand.ts';
import { couponJobs, usesOfEventsJob } from './coupon-jobs.ts';

const { app, get, send } = useBrand();
const APP = 'com.other.shop';
const TOLD = 'told.example';
const BASE = '/api/coupons';
let owner = '';

/** What the queue does after an import. */
const follow = async (): Promise<void> => {
  const { clickhouse, database, packageInfo } = app.context;
  const parts = {
    clickhouse,
    database,
    packageInfo,
    now: () => app.clock.now(),
    moneyOf: (info: Parameters<typeof moneyOf>[1], days: Parameters<typeof moneyOf>[2]) =>
      moneyOf({ clickhouse, database }, info, days),
  };
  await runJob(database, couponJobs(parts), usesOfEventsJob, {});
};

const COLUMNS = 'time,kind,event_name,publisher,user_id,country,order_id,coupon_code,revenue,currency,referrer';
const load = (packageName: string, fileName: string, lines: readonly string[], columns = COLUMNS) => {
  const path = join(mkdtempSync(join(tmpdir(), 'adsieve-coupons-')), fileName);
  writeFileSync(path, [columns, ...lines].join('\n'));
  return importLocalFile(systemScope(), app.context.imports, { packageName, path, fileName, timeZone: 'UTC' });
};
const undo = async (id: number): Promise<void> => {
  await requestUndo(systemScope(), app.context.imports, id);
  await runImport(systemScope(), app.context.imports, id);
};

const usesOf = async (name: string, more = ''): Promise<UseRow[]> => {
  const asked = `package_name=${name}&start_date=2026-11-01&end_date=2026-11-30&of=all&limit=100${more}`;
  const { body, text } = await app.get(`${BASE}?${asked}`, owner);
  expect(body?.data, text).toBeDefined();
  return body.data;
};
const short = (rows: readonly UseRow[]) =>
  rows.map(({ code, order_id, publisher, country, amount, source, findings }) => ({
    code,
    order_id,
    publisher,
    country,
    amount,
    source,
    findings,
  }));
const shared = async (package_name: string, body: object): Promise<string> => {
  const made = await app.call('POST', `${BASE}/pools`, {
    token: owner,
    body: { package_name, name: 'Autumn', kind: 'shared', value: '10', value_kind: 'percent', ...body },
  });
  expect(made.status, made.text).toBe(200);
  return (await app.get(`${BASE}/pools/${made.body.data.id}/codes`, owner)).text.split('\r\n')[1]?.split(',')[0] ?? '';
};
const usesInPools = async (name: string) =>
  (await app.get(`${BASE}/pools?package_name=${name}`, owner)).body.data.map(({ uses }: { uses: number }) => uses);

beforeAll(async () => {
  await app.package({ name: APP, platform: 'app', timeZone: 'UTC', currency: 'USD', dashboardTypes: ['Install'] });
  await app.package({
    name: TOLD,
    platform: 'web',
    timeZone: 'Asia/Tokyo',
    currency: 'EUR',
    dashboardTypes: ['Visit'],
  });
  owner = await app.signIn({ email: 'all@own.example', role: 'customer', packages: [SITE, APP, TOLD], name: 'all' });
}, 120_000);

describe('uses of coupons out of events', () => {
  it('[OTH-ROUTE-12] [OTH-GAP-01] are those of orders of the package alone, each once, with the findings of an uploaded use', async () => {
    const wanted = {
      publisher: 'Bargain Hub',
      countries: ['DE'],
      most_by_user: 1,
      last_day: '2026-11-14',
      prefix: 'AA',
    };
    const code = await shared(SITE, wanted);
    await load(SITE, 'orders.csv', [
      `2026-11-10 09:00:00,web_event,purchase,Bargain Hub,u1,DE,o-1,${code.toLowerCase()},20.004,EUR,https://a.example/`,
      // The same order again, by another event of the same day and by one of the next.
      `2026-11-10 09:05:00,web_event,thank_you,Bargain Hub,u1,DE,o-1,${code},20.00,EUR,`,
      `2026-11-11 09:05:00,web_event,invoice,Bargain Hub,u1,DE,o-1,${code},20.00,EUR,`,
      `2026-11-10 10:00:00,web_event,purchase,Deal Site,u2,DE,o-2,"${code}, GUESSED1",30,EUR,`,
      `2026-11-11 10:00:00,web_event,purchase,organic,u3,US,o-3,${code},5,USD,`,
      `2026-11-12 10:00:00,web_event,purchase,Bargain Hub,u1,DE,,${code},7.5,EUR,`,
      // Late on the 14th in UTC is the 15th in Tokyo.
      `2026-11-14 20:00:00,web_event,purchase,Bargain Hub,u4,DE,o-4,${code},8,EUR,`,
      // No uses: a cart that is looked at, a click, an order without a code.
      `2026-11-10 08:00:00,web_event,view_cart,Bargain Hub,u5,DE,,${code},,,`,
      `2026-11-10 08:00:00,click,,Bargain Hub,u5,DE,o-9,${code},1,EUR,`,
      '2026-11-10 08:00:00,web_event,purchase,Bargain Hub,u6,DE,o-10,,9,EUR,',
    ]);
    const value = (coupon: string, order: string) =>
      `"${JSON.stringify({ af_coupon_code: coupon, af_order_id: order, af_revenue: 12 }).replaceAll('"', '""')}"`;
    const appsflyer =
      'AppsFlyer ID,Media Source,Attributed Touch Time,Attributed Touch Type,Event Time,Event Name,Event Value';
    await load(
      APP,
      'in-app-events.csv',
      [
        `af-1,network,2026-11-09 07:00:00,click,2026-11-09 08:00:00,af_purchase,${value('APPONLY', 'a-1')}`,
        `af-2,network,2026-11-13 07:00:00,click,2026-11-13 08:00:00,af_purchase,${value(code, 'a-2')}`,
      ],
      appsflyer,
    );
    expect(await usesOf(SITE)).toEqual([]);
    await follow();

    const rows = await usesOf(SITE);
    const event = { code, source: 'event', publisher: 'Bargain Hub', country: 'DE' };
    expect(short(rows)).toEqual([
      { ...event, order_id: 'o-4', amount: '8.00', findings: ['out_of_days'] },
      { ...event, order_id: '', amount: '7.50', findings: ['over_uses'] },
      // In dollars, and no rate is known.
      { ...event, order_id: 'o-3', publisher: '', country: 'US', amount: null, findings: ['geo'] },
      {
        ...event,
        order_id: 'o-2',
        code: 'GUESSED1',
        publisher: 'Deal Site',
        amount: '30.00',
        findings: ['unknown_code'],
      },
      { ...event, order_id: 'o-2', publisher: 'Deal Site', amount: '30.00', findings: ['wrong_publisher'] },
      { ...event, order_id: 'o-1', amount: '20.00', findings: [] },
    ]);
    expect(rows.at(-1)).toMatchObject({
      used_at: '2026-11-10T09:00:00.000Z',
      referrer: 'https://a.example/',
    });
    expect(await usesInPools(SITE)).toEqual([5]);
    // What another package's events say is that package's alone, though the code is spelt the same.
    expect(short(await usesOf(APP))).toEqual([
      expect.objectContaining({ code, order_id: 'a-2', findings: ['unknown_code'], amount: '12.00', source: 'event' }),
      expect.objectContaining({ code: 'APPONLY', order_id: 'a-1', findings: ['unknown_code'] }),
    ]);
    expect(await usesOf(TOLD)).toEqual([]);

    // A shop that tells the same by a file has the same findings.
    const own = await shared(TOLD, wanted);
    const customers = ['u4', 'u1', 'u3', 'u2', 'u2', 'u1'];
    const file = rows.map(({ code: used, used_at, order_id, publisher, country, amount }, n) =>
      [used === code ? own : used, used_at, order_id || 'none', publisher, country, amount ?? '', customers[n]].join(
        ',',
      ),
    );
    const taken = await app.call('PUT', `${BASE}/file?package_name=${TOLD}&file_name=f.csv`, {
      token: owner,
      body: Buffer.from(['code,used_at,order_id,publisher,country,amount,customer', ...file.toReversed()].join('\n')),
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(taken.body.data, taken.text).toMatchObject({ added: 6, errors: [] });
    const told = await usesOf(TOLD);
    expect(told.map(({ findings }) => findings)).toEqual(rows.map(({ findings }) => findings));
    for (const who of ['stranger', 'vendors', 'publisher'])
      expect((await get(`${BASE}?package_name=${SITE}`, who)).status).toBe(403);
  });

  it('stay as they are however often they are taken, and go with the import that brought them', async () => {
    const before = await usesOf(SITE);
    const [first, second] = [before.at(-1), before.at(-2)];
    await send('POST', `${BASE}/state`, { package_name: SITE, ids: [second?.id], state: 'confirmed' });
    await follow();
    await follow();
    const states = (rows: readonly UseRow[]) => rows.map(({ id, state, order_id }) => [id, state, order_id]);
    expect(states(await usesOf(SITE))).toEqual(
      states(before.map((row) => (row.id === second?.id ? { ...row, state: 'confirmed' } : row))),
    );

    // A file with an earlier use by the same customer makes the later one too many; undone, it is none again.
    const { code } = first ?? { code: '' };
    const earlier = await load(SITE, 'earlier.csv', [
      `2026-11-09 10:00:00,web_event,purchase,Bargain Hub,u2,DE,o-0,${code},3,EUR,`,
      `2026-11-09 09:00:00,web_event,thank_you,Bargain Hub,u1,DE,o-1,${code},20,EUR,`,
    ]);
    await follow();
    const more = await usesOf(SITE);
    expect(more.map(({ order_id }) => order_id)).toEqual(['o-4', '', 'o-3', 'o-2', 'o-2', 'o-0', 'o-1']);
    expect(more.find(({ code: of, order_id }) => of === code && order_id === 'o-2')).toMatchObject({
      findings: ['wrong_publisher', 'over_uses'],
      state: 'confirmed',
    });
    expect(more.at(-1)?.used_at).toBe('2026-11-09T09:00:00.000Z');
    expect(await usesInPools(SITE)).toEqual([6]);
    await undo(earlier.id);
    await follow();
    expect(short(await usesOf(SITE))).toEqual(short(before));
    expect(await usesInPools(SITE)).toEqual([5]);
    expect((await usesOf(APP)).length).toBe(2);
  });

  it('are told once where the shop tells them too, and then stay when the events go', async () => {
    const code = await shared(APP, {});
    const lines = (day: number) =>
      [1, 2].map((n) => `2026-11-${day} 1${n}:00:00,app_event,purchase,network,u${n},US,b-${day}-${n},${code},4,USD,`);
    const [first, second] = [await load(APP, 'first.csv', lines(17)), await load(APP, 'second.csv', lines(18))];
    await follow();
    const path = `${BASE}/file?package_name=${APP}&file_name=f.csv`;
    const body = Buffer.from(`code,used_at,order_id\n${code},2026-11-17 11:00,b-17-1\n${code},2026-11-19 11:00,b-19-1`);
    const headers = { 'content-type': 'application/octet-stream' };
    const taken = await app.call('PUT', path, { token: owner, body, headers });
    expect(taken.body.data).toMatchObject({ added: 1, there: 1 });
    const told = async () =>
      (await usesOf(APP, `&search=${code}`)).map(({ order_id, source }) => `${order_id} ${source}`);
    const all = ['b-19-1 upload', 'b-18-2 event', 'b-18-1 event', 'b-17-2 event', 'b-17-1 upload'];
    expect((await told()).filter((use) => use.startsWith('b-'))).toEqual(all);
    await undo(first.id);
    await follow();
    await undo(second.id);
    await follow();
    expect((await told()).filter((use) => use.startsWith('b-'))).toEqual(['b-19-1 upload', 'b-17-1 upload']);
    expect(await usesInPools(APP)).toEqual([2]);
  });

  it('are those between commas, and what is no list of codes is one', async () => {
    await load(TOLD, 'lists.csv', [
      '2026-11-20 06:00:00,web_event,purchase,organic,u7,DE,list-1, TWO-A | two_b; | ,1,EUR,',
      "2026-11-20 05:00:00,web_event,purchase,organic,u7,DE,list-2,=cmd|' /C calc'!A0,1,EUR,",
    ]);
    await follow();
    const told = (await usesOf(TOLD, '&search=list-')).map(({ order_id, code }) => `${order_id} ${code}`);
    expect(told.sort()).toEqual(['list-1 TWOA', 'list-1 TWOB', 'list-2 CMDCCALCA0']);
  });
});
