import { describe, expect, it, vi } from 'vitest';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { APP, BASE, keyOf, usePackages, WEB, WANTED as wanted } from '../testing/use-packages.ts';

vi.setConfig({ testTimeout: 60_000 });

const { app, get, send } = usePackages();

/** What a choice says beside it, counted by itself. */
const counted = async (packageName: string, where: ReturnType<typeof sql>): Promise<number> =>
  (
    await app.context.clickhouse.query<{ n: number }>(
      sql`SELECT count() AS n FROM traffic WHERE package = ${typed('String', packageName)} AND ${where}`,
    )
  )[0]?.n ?? 0;

describe('what can be configured', () => {
  it('are the types the package was given, another list for another package [PCFG-API-07]', async () => {
    expect((await get(`${BASE}/dashboard_type?package_name=${APP}`)).body.data).toEqual(['Install', 'App_Event']);
    expect((await get(`${BASE}/dashboard_type?package_name=${WEB}`)).body.data).toEqual(['Visit']);
  });

  it('are categories with the events each has in the package, as a count over it says [PCFG-API-02]', async () => {
    for (const name of [APP, WEB]) {
      const { data } = (await get(`${BASE}/fraud_categories?package_name=${name}`)).body;
      for (const { fraud_category: group, events } of data)
        expect([group, events]).toEqual([
          group,
          await counted(name, sql`startsWith(toString(reason), ${typed('String', `${group}.`)})`),
        ]);
      expect(data.reduce((sum: number, { events }: { events: number }) => sum + events, 0)).toBeGreaterThan(2);
      expect(data.map(({ fraud_category }: Record<string, string>) => fraud_category).includes('reng')).toBe(
        name === APP,
      );
    }
  });

  it('are sub-categories of a category, counted as well [PCFG-API-03]', async () => {
    const list = async (name: string, category: string) =>
      (await get(`${BASE}/fraud_sub_categories?package_name=${name}&fraud_category=${category}`)).body.data;
    const bots = await list(WEB, 'bot');
    expect(bots.every(({ fraud_sub_category: reason }: Record<string, string>) => reason?.startsWith('bot.'))).toBe(
      true,
    );
    const automation = bots.find((row: Record<string, string>) => row.fraud_sub_category === 'bot.automation');
    expect(automation.events).toBe(await counted(WEB, sql`reason = 'bot.automation'`));
    expect(automation.events).toBe(2);
    const injected = (await list(APP, 'clk')).find(
      (row: Record<string, string>) => row.fraud_sub_category === 'clk.injection',
    );
    expect(injected.events).toBe(5);
  });

  it('are the rules that look for it, with the limit that a threshold stands for; of web events others [PCFG-API-04] [PCFG-API-05]', async () => {
    const list = async (path: string) => (await get(`${BASE}/variations${path}`)).body.data;
    const names = (list_: { variation: string }[]) => list_.map(({ variation }) => variation);
    const of = await list(`?package_name=${APP}&fraud_sub_category=clk.injection`);
    const short = of.find(({ variation }: { variation: string }) => variation === 'short_install_time');
    expect(short.threshold).toMatchObject({ unit: 'seconds', min: 1, max: 60, value: 5 });
    expect(short.events).toBe(await counted(APP, sql`has(hits, 'short_install_time')`));
    expect(short.dashboard_types).toEqual(['Install', 'INSTALL']);
    const all = names(await list(`?package_name=${WEB}`));
    const ofEvents = names(await list(`/Web_Event?package_name=${WEB}`));
    expect(ofEvents).toContain('fake_lead');
    expect(ofEvents).not.toEqual(all);
    expect(all).toEqual(expect.arrayContaining(ofEvents));
    expect(all).not.toContain('short_install_time');
  });
});

describe('bad input', () => {
  it.each([
    ['no such rule', { variation: 'none' }, 422, 'variation'],
    ['a rule of other events', { dashboard_type: 'App_Event' }, 422, 'variation'],
    ['another sub-category than the rule finds', { fraud_sub_category: 'clk.flooding' }, 422, 'fraud_sub_category'],
    ['another category', { fraud_category: 'bot' }, 422, 'fraud_category'],
    ['a limit outside', { threshold: 61 }, 422, 'threshold'],
    ['a board that the app has not', { dashboard_type: 'Visit' }, 422, 'dashboard_type'],
    ['no name', { configuration_name: ' ' }, 422, 'configuration_name'],
    ['another action', { action: 'shout' }, 422, 'action'],
  ])('is refused: %s', async (_, part, status, field) => {
    const answer = await send('POST', BASE, { ...wanted, configuration_name: 'Wrong', ...part });
    expect([answer.status, answer.body.field]).toEqual([status, field]);
  });

  it('is not for publishers, nor for who sees some vendors only, nor for a foreign package', async () => {
    expect((await get(`${BASE}/all?package_name=${APP}`, 'publisher')).status).toBe(403);
    // It names the publishers of every vendor.
    expect((await get(`${BASE}/all?package_name=${APP}`, 'vendor')).status).toBe(403);
    expect((await send('POST', BASE, { ...wanted, configuration_name: 'Foreign' }, 'publisher')).status).toBe(403);
    expect((await send('POST', BASE, { ...wanted, configuration_name: 'Vendors' }, 'vendor')).status).toBe(403);
    expect((await send('POST', BASE, { ...wanted, package_name: 'com.foreign' })).status).toBe(403);
  });

  it('takes publishers of any name', async () => {
    for (const publisher of ['__proto__', '=cmd()', '<script>', 'שלום', 'p'.repeat(300)]) {
      const hostile = { ...wanted, publisher, configuration_name: 'Hostile' };
      expect((await send('POST', BASE, hostile)).status).toBe(200);
      expect((await get(`${BASE}/getone?${keyOf(hostile)}`)).body.data.publisher).toBe(publisher);
    }
  });
});
