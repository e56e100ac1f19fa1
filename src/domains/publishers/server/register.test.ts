import { describe, expect, it } from 'vitest';
import { importEvents } from '#traffic/judge/testing/import-events.ts';
import { APP, installs, usePackages, WEB } from '../testing/use-packages.ts';
import { metaCampaign, publisherTable } from './tables.ts';

const { app, get, send } = usePackages();
const BASE = '/api/web-bi/publisher';
const META = '/api/web-bi/appfraud/meta_campaign/details';
const stored = () => app.context.database.db.select().from(publisherTable);

describe('the register of publishers', () => {
  let id = 0;

  it('takes a publisher once for a package, as a row of it [PCFG-API-11]', async () => {
    const wanted = {
      package_name: APP,
      publisher: 'p1',
      contact: 'Ann',
      email: 'ann@p1.example',
      notes: 'Weekly call',
    };
    const made = await send('POST', BASE, wanted);
    expect([made.status, made.body.message]).toEqual([200, 'Created successfully !']);
    id = made.body.data.id;
    expect(await stored()).toMatchObject([
      { id, packageName: APP, name: 'p1', email: 'ann@p1.example', createdBy: 'customer' },
    ]);
    const again = await send('POST', BASE, wanted);
    expect([again.status, again.body.field]).toEqual([409, 'publisher']);
    expect((await send('POST', BASE, { ...wanted, package_name: WEB })).status).toBe(200);
  });

  it('lists those of one package, with their events and whose accounts are narrowed to them [PCFG-API-12]', async () => {
    await send('POST', BASE, { package_name: APP, publisher: '__proto__' });
    const { data, total } = (await get(`${BASE}?package_name=${APP}`)).body;
    expect([total, data.map(({ publisher }: { publisher: string }) => publisher)]).toEqual([2, ['__proto__', 'p1']]);
    expect(data[1]).toMatchObject({ events: 3, users: ['publisher'], contact: 'Ann' });
    expect(data[0]).toMatchObject({ events: 0, users: [] });
    const searched = (await get(`${BASE}?package_name=${APP}&search=ann@`)).body;
    expect(searched.data.map(({ publisher }: { publisher: string }) => publisher)).toEqual(['p1']);
    expect((await get(`${BASE}?package_name=com.foreign`)).status).toBe(403);
  });

  it('changes one by its number [PCFG-API-13]', async () => {
    const changed = await send('PUT', `${BASE}/${id}`, { contact: 'Ben', status: 'paused', notes: 'Stopped' });
    expect([changed.status, changed.body.message]).toEqual([200, 'Updated successfully !']);
    const row = (await stored()).find((each) => each.id === id);
    expect(row).toMatchObject({ name: 'p1', contact: 'Ben', status: 'paused', notes: 'Stopped' });
    await send('PUT', `${BASE}/${id}`, { status: 'active' });
    expect((await stored()).find((each) => each.id === id)).toMatchObject({ contact: 'Ben', status: 'active' });
    await send('PUT', `${BASE}/${id}`, { status: 'paused' });
    expect((await send('PUT', `${BASE}/${id}`, { status: 'gone' })).status).toBe(422);
    expect((await send('PUT', `${BASE}/999999`, {})).status).toBe(404);
  });

  it('deletes one, and nothing of its traffic [PCFG-API-14]', async () => {
    const gone = await send('DELETE', `${BASE}/${id}`);
    expect([gone.status, gone.body.message]).toEqual([200, 'Deleted  successfully !']);
    expect((await stored()).map(({ packageName, name }) => [packageName, name])).toEqual([
      [WEB, 'p1'],
      [APP, '__proto__'],
    ]);
    expect((await send('DELETE', `${BASE}/${id}`)).status).toBe(404);
    const again = await send('POST', BASE, { package_name: APP, publisher: 'p1' });
    expect(again.body.data).toMatchObject({ events: 3, contact: '' });
  });

  it('is not for publishers, and a foreign row is as unknown as none', async () => {
    expect((await get(`${BASE}?package_name=${APP}`, 'publisher')).status).toBe(403);
    const [row] = await app.context.database.db
      .insert(publisherTable)
      .values({ packageName: 'com.foreign', name: 'theirs', createdBy: 'them' })
      .returning();
    expect((await send('PUT', `${BASE}/${row?.id}`, {})).status).toBe(404);
    expect((await send('DELETE', `${BASE}/${row?.id}`)).status).toBe(404);
  });
});

describe('campaigns of Meta', () => {
  it('are those the traffic names, with what they brought and what is written down [PCFG-API-24] [PCFG-API-25]', async () => {
    const { clickhouse, database } = app.context;
    const ofMeta = installs('Facebook Ads', 300, 4).map((row) => ({
      ...row,
      campaign: 'Spring',
      cost: 2.5,
      currency: 'EUR',
    }));
    const others = installs('p1', 300, 2).map((row) => ({ ...row, campaign: 'Elsewhere' }));
    await importEvents(clickhouse, database, APP, [...ofMeta, ...others], 7);
    const before = (await get(`${META}?package_name=${APP}`)).body;
    expect(before.data).toMatchObject([
      { campaign: 'Spring', installs: 4, fraud: 0, cost: '10', currency: 'EUR', updated_by: null },
    ]);
    const saved = await send('POST', META, {
      package_name: APP,
      campaign: 'Spring',
      target_cost: '1.75',
      notes: 'Sale',
    });
    expect([saved.status, saved.body.message]).toEqual([200, 'Updated successfully !']);
    await send('POST', META, { package_name: APP, campaign: 'Elsewhere', active: false });
    expect(await database.db.select().from(metaCampaign)).toHaveLength(2);
    const after = (await get(`${META}?package_name=${APP}`)).body.data;
    expect(after).toMatchObject([
      { campaign: 'Spring', target_cost: '1.750000', notes: 'Sale', updated_by: 'customer' },
      { campaign: 'Elsewhere', installs: 2, active: false },
    ]);
  });

  it('are a matter of apps, and an amount is a number', async () => {
    expect((await get(`${META}?package_name=${WEB}`)).status).toBe(422);
    const wrong = await send('POST', META, { package_name: APP, campaign: 'Spring', target_cost: '1,75' });
    expect([wrong.status, wrong.body.field]).toEqual([422, 'target_cost']);
    expect((await get(`${META}?package_name=com.foreign`)).status).toBe(403);
  });
});
