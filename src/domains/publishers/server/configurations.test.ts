import { describe, expect, it, vi } from 'vitest';
import { eq } from '#platform/contract/condition.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { loadPolicy } from '#traffic/judge/server/load-policy.ts';
import { importEvents } from '#traffic/judge/testing/import-events.ts';
import { draftOf } from '#traffic/rule-sets/server/draft.ts';
import { configurationBody } from '../contract/configuration-endpoints.ts';
import { APP, BASE, installs, keyOf, usePackages, WEB, WANTED as wanted } from '../testing/use-packages.ts';
import { configurationsIn, ruleOf } from './configurations.ts';

vi.setConfig({ testTimeout: 60_000 });

const { app, get, send } = usePackages();

const verdicts = async (publisher: string, importId: number) =>
  app.context.clickhouse.query<{ verdict: string; reason: string; events: number }>(
    sql`SELECT toString(verdict) AS verdict, toString(reason) AS reason, count() AS events FROM traffic
      WHERE package = ${typed('String', APP)} AND publisher = ${typed('String', publisher)} AND import_id = ${typed('UInt32', importId)}
      GROUP BY verdict, reason ORDER BY verdict`,
  );
const bring = (events: readonly { row_id: string }[], importId: number) =>
  importEvents(app.context.clickhouse, app.context.database, APP, events, importId);

describe('a configuration of a publisher', () => {
  it('is stored as a rule of the package and judges what comes from then on, of this publisher alone [PCFG-API-09] [PCFG-GAP-01] [ERR-MSG-04]', async () => {
    const answer = await send('POST', BASE, wanted);
    expect([answer.status, answer.body.message]).toEqual([200, 'Data Saved  successfully !']);
    const { ruleSet } = await loadPolicy(app.context.database, APP);
    expect(ruleSet.custom).toMatchObject([
      { title: wanted.configuration_name, reason: 'clk.injection', mode: 'fraud' },
    ]);
    await bring([...installs('p1', 40), ...installs('p2', 40), ...installs('p1', 70, 2)], 3);
    expect(await verdicts('p1', 3)).toEqual([
      { verdict: 'clean', reason: '', events: 2 },
      { verdict: 'fraud', reason: 'clk.injection', events: 3 },
    ]);
    expect(await verdicts('p2', 3)).toEqual([{ verdict: 'clean', reason: '', events: 3 }]);
  });

  it('says what its threshold is counted in, and is none of the rules that a block list keeps', () => {
    const info = { package_name: APP, platform: 'app' } as Parameters<typeof configurationsIn>[0];
    const made = { id: 'custom.1', by: 'test', at: '' };
    const own = ruleOf(info, { rules: {} }, configurationBody.parse(wanted), made);
    const { configures: _, ...bound } = own;
    const blocked = { ...bound, id: 'custom.blocked-publisher', when: eq('publisher', 'p1') };
    const found = configurationsIn(info, { rules: {}, custom: [own, blocked] });
    expect(found.map(({ rule, threshold_unit }) => [rule, threshold_unit])).toEqual([['custom.1', 'seconds']]);
  });

  it('is found by its four fields, and once more is refused [PCFG-API-06] [PCFG-ENT-01]', async () => {
    const one = await get(`${BASE}/getone?${keyOf(wanted)}`);
    expect(one.body.data).toMatchObject({
      ...wanted,
      active: true,
      created_by: 'customer',
      made_on: 'configuration',
      events: 3,
    });
    expect((await get(`${BASE}/getone?${keyOf({ ...wanted, publisher: 'p2' })}`)).status).toBe(404);
    expect((await get(`${BASE}/getone?${keyOf({ ...wanted, dashboard_type: 'INSTALL' })}`)).status).toBe(404);
    const again = await send('POST', BASE, { ...wanted, threshold: 8 });
    expect([again.status, again.body.message]).toEqual([
      409,
      'There is a configuration Slow installs of p1 of this publisher and dashboard type already',
    ]);
    expect((await get(`${BASE}/all?package_name=${APP}`)).body.data).toHaveLength(1);
  });

  it('shows with what the rules page sets for a publisher, of this package only [PCFG-API-01] [PCFG-API-08]', async () => {
    const { ruleSet } = await loadPolicy(app.context.database, APP);
    const { rules, custom } = draftOf(ruleSet);
    const apart = [{ publisher: '__proto__', mode: 'off' }];
    const changed = { ...rules, emulator: { ...rules.emulator, publishers: apart } };
    const save = () =>
      send('POST', '/api/traffic/rules/versions', {
        package_name: APP,
        base_version: ruleSet.version,
        rules: changed,
        custom,
        reason: 'a test',
      });
    // The version before may still be on its way into what is stored.
    await vi.waitFor(async () => expect((await save()).status).toBe(200), { timeout: 20_000, interval: 300 });
    const page = (await get(`${BASE}/config?package_name=${APP}&limit=1&page=2`)).body;
    expect([page.total, page.Total_pages, page.data.length]).toEqual([2, 2, 1]);
    expect(page.data[0]).toMatchObject({
      publisher: '__proto__',
      variation: 'emulator',
      active: false,
      made_on: 'rules',
    });
    expect((await get(`${BASE}/config?package_name=${WEB}`)).body.total).toBe(0);
    expect((await get(`${BASE}/all?package_name=com.foreign`)).status).toBe(403);
  });

  it('says before it is saved what it would have done, and writes nothing', async () => {
    const before = (await loadPolicy(app.context.database, APP)).ruleSet.version;
    await bring(
      installs('p1', 40).map((event) => ({ ...event, ts: '2026-11-18 09:00:00.000' })),
      33,
    );
    expect(await verdicts('p1', 33)).toMatchObject([{ verdict: 'clean', events: 3 }]);
    const answer = await send('POST', `${BASE}/preview`, { ...wanted, publisher: 'p2', days: 30 });
    expect(answer.status).toBe(200);
    // What is set for p1 since some minutes would change what came before, which is none of this configuration's doing.
    const { publishers } = answer.body.data;
    expect(publishers.filter(({ changed }: { changed: number }) => changed > 0)).toMatchObject([
      { publisher: 'p2', changed: 3 },
    ]);
    expect((await loadPolicy(app.context.database, APP)).ruleSet.version).toBe(before);
  });

  it('is changed and switched off under its key, and does nothing while it is off', async () => {
    const off = { ...wanted, active: false, action: 'flag' };
    expect((await send('PUT', BASE, off)).body.message).toBe('Data Saved  successfully !');
    expect((await get(`${BASE}/getone?${keyOf(wanted)}`)).body.data).toMatchObject({ active: false, action: 'flag' });
    await bring(installs('p1', 41), 4);
    expect(await verdicts('p1', 4)).toEqual([{ verdict: 'clean', reason: '', events: 3 }]);
    expect((await send('PUT', BASE, { ...off, active: true })).status).toBe(200);
    await bring(installs('p1', 42), 5);
    expect(await verdicts('p1', 5)).toEqual([{ verdict: 'suspect', reason: 'clk.injection', events: 3 }]);
  });

  it('is removed by all four fields and leaves the others of the publisher [PCFG-API-10]', async () => {
    const other = { ...wanted, configuration_name: 'Another of p1', threshold: 20 };
    expect((await send('POST', BASE, other)).status).toBe(200);
    expect((await send('DELETE', `${BASE}?${keyOf({ ...wanted, dashboard_type: 'INSTALL' })}`)).status).toBe(404);
    const gone = await send('DELETE', `${BASE}?${keyOf(wanted)}`);
    expect([gone.status, gone.body.message]).toEqual([200, 'Deleted  successfully !']);
    const left = (await get(`${BASE}/all?package_name=${APP}`)).body.data;
    expect(left.map(({ configuration_name }: typeof wanted) => configuration_name)).toEqual([
      'Another of p1',
      'Emulator',
    ]);
    const set = await send(
      'DELETE',
      `${BASE}?${keyOf({ ...wanted, publisher: '__proto__', dashboard_type: 'Event', configuration_name: 'Emulator' })}`,
    );
    expect([set.status, set.body.message]).toEqual([
      422,
      'This was set on the page of the rules; please change it there',
    ]);
  });

  it('answers the older paths of apps from the same rules, and nothing of a website [PCFG-API-16] [PCFG-API-17] [PCFG-API-18] [PCFG-API-19] [PCFG-GAP-02]', async () => {
    const PATHS = '/api/web-bi/appfraud';
    const all = (await get(`${BASE}/all?package_name=${APP}`)).body.data;
    expect((await get(`${PATHS}/publisherConfig?package_name=${APP}`)).body.data).toEqual(all);
    expect((await get(`${PATHS}/publisherConfig?package_name=${WEB}`)).status).toBe(422);
    const v1 = (await get(`${PATHS}/publisherConfig/v1?package_name=${APP}`)).body;
    expect([v1.data, v1.Total_pages]).toEqual([all, 1]);
    const table = (await get(`${PATHS}/publisher_report_config/table?package_name=${APP}&limit=1`)).body;
    expect([table.data, table.Total_pages]).toEqual([[all[0]], 2]);
    const key = keyOf({ ...wanted, configuration_name: 'Another of p1' });
    expect((await get(`${PATHS}/publisher_report_config/one?${key}`)).body.data).toEqual(all[0]);
    expect((await get(`${PATHS}/publisher_report_config/one?${keyOf(wanted)}`)).status).toBe(404);
  });

  it('chooses among sub-categories and rules of installs or of events [PCFG-API-20] [PCFG-API-21]', async () => {
    const list = async (path: string) =>
      (await get(`/api/web-bi/appfraud/publisher_report_config/${path}?package_name=${APP}`)).body.data;
    const [installed, acted] = [await list('fraud_sub_category/install'), await list('fraud_sub_category/event')];
    const reasons = (of: Record<string, string>[]) => of.map(({ fraud_sub_category }) => fraud_sub_category);
    expect(reasons(installed)).toContain('clk.injection');
    expect(reasons(acted)).not.toContain('clk.injection');
    expect(reasons(acted)).toContain('evt.too_fast');
    const rulesOf = async (type: string) =>
      (await list(`variation/${type}`)).map(({ variation }: { variation: string }) => variation);
    expect(await rulesOf('install')).toContain('short_install_time');
    expect(await rulesOf('event')).not.toContain('short_install_time');
    expect(await rulesOf('event')).toContain('event_too_fast');
  });

  it('is added and removed under the older path too [PCFG-API-22] [PCFG-API-23]', async () => {
    const PATH = '/api/web-bi/appfraud/publisher_report_config';
    const third = { ...wanted, configuration_name: 'A third of p1' };
    const { threshold: _, ...withoutLimit } = third;
    expect((await send('POST', PATH, withoutLimit)).status).toBe(200);
    expect((await get(`${PATH}/one?${keyOf(third)}`)).body.data.threshold).toBe(5);
    expect((await send('DELETE', `${PATH}?${keyOf(third)}`)).status).toBe(200);
    expect((await get(`${PATH}/one?${keyOf(third)}`)).status).toBe(404);
  });
});
