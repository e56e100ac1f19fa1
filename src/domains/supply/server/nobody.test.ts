import { beforeAll, describe, expect, it } from 'vitest';
import { FILES, type Sold, useSupply } from '../testing/use-supply.ts';

const SITE = 'bids.example';
const supply = useSupply([SITE]);
const { app, pages } = supply;
const SLOW = 240_000;
beforeAll(() => app.clock.set('2025-11-20T12:00:00Z'));

const EVENTS: readonly Sold[] = [
  ['2025-11-20 10:00:00', 'shop.example', 'ssp.example', '1'],
  ['2025-11-20 10:00:01', 'shop.example', 'ssp.example', ''],
  ['2025-11-20 10:00:02', 'other.example', 'ssp.example', '1'],
];
const PLACEHOLDER = 'placeholder.example.com, placeholder, DIRECT, placeholder';
const titles = async () =>
  (await app.context.database.pool.query<{ title: string }>('SELECT title FROM incident ORDER BY id')).rows.map(
    ({ title }) => title,
  );

describe('a file that names nobody', { timeout: SLOW }, () => {
  it('accuses every seller only when who gives it says that this is meant', async () => {
    await supply.sold(EVENTS, 'events.csv');
    const ads = await supply.add({ kind: 'ads', domain: 'shop.example' });
    const sellers = await supply.add({ kind: 'sellers', domain: 'ssp.example' });
    const all = [
      ['ads', 'shop.example'],
      ['sellers', 'ssp.example'],
    ] as const;
    const compared = async () => {
      for (const [kind, domain] of all) await supply.compare(await supply.fileOf(domain, kind));
      return supply.told();
    };
    await supply.upload(ads, 'ssp.example, 1, DIRECT', '2025-11-01');
    await supply.upload(sellers, '{"sellers":[{"seller_id":"1"}]}', '2025-11-01');
    const before = await compared();
    expect(before).toEqual(['direct', 'system_listed', '']);
    for (const [id, text] of [
      [ads, ''],
      [ads, '\n# closed\n'],
      [ads, PLACEHOLDER],
      [sellers, '{"sellers":[]}'],
      [sellers, '{"version":"1.0","sellers":[]}'],
    ] as const) {
      const refused = await supply.upload(id, text, '2025-11-02');
      expect([refused.status, refused.body.field], text).toEqual([422, 'nobody']);
    }
    expect((await supply.upload(ads, '<html>', '2025-11-02', true)).status).toBe(422);
    expect((await supply.get(`${FILES}/${ads}`)).body.data.versions).toHaveLength(1);
    expect(await compared()).toEqual(before);

    for (const text of ['', PLACEHOLDER]) {
      const taken = await supply.upload(ads, text, text === '' ? '2025-11-02' : '2025-11-03', true);
      expect([taken.status, taken.body.data], text).toMatchObject([200, { says: 'nobody', records: 0 }]);
      expect(await compared(), text).toEqual(['unauthorised', 'unauthorised', '']);
    }
    expect((await supply.listed()).find(({ kind }) => kind === 'ads')).toMatchObject({ says: 'nobody', records: 0 });
    await supply.upload(sellers, '{"sellers":[]}', '2025-11-02', true);
    expect(await compared()).toEqual(['unauthorised', 'unauthorised', 'unknown_seller']);
    // Variables alone speak of no seller: by them nobody is accused, and nothing needs to be said.
    const apart = await supply.upload(ads, 'OWNERDOMAIN=owner.example', '2025-11-04');
    expect(apart.body.data).toMatchObject({ says: 'nothing' });
    expect(await compared()).toEqual(['unknown_seller', '', 'unknown_seller']);
    // Neither does a flag that is always sent make a list of somebody one of nobody.
    await supply.upload(ads, 'ssp.example, 1, DIRECT', '2025-11-05', true);
    expect((await compared())[0]).toBe('unknown_seller');
  });

  it('is told of when it is fetched, also the first time: in force is the placeholder, and no empty file', async () => {
    pages.set('https://placeholder.test/ads.txt', PLACEHOLDER);
    pages.set('https://empty.test/ads.txt', '');
    for (const domain of ['placeholder.test', 'empty.test']) await supply.add({ kind: 'ads', domain, watched: true });
    for (let day = 0; day < 3; day++) {
      await supply.fetchAll();
      app.clock.advance(86_400_000);
    }
    expect(await titles()).toEqual(['Nobody may sell: placeholder.test/ads.txt', 'Empty: empty.test/ads.txt']);
    expect((await supply.listed()).map(({ domain, says, problem }) => [domain, says, problem])).toEqual(
      expect.arrayContaining([
        ['placeholder.test', 'nobody', ''],
        ['empty.test', null, 'empty'],
      ]),
    );
    // It has a file, and is empty again: that is new.
    pages.set('https://empty.test/ads.txt', 'ssp.example, 1, DIRECT');
    await supply.fetchAll();
    pages.set('https://empty.test/ads.txt', ' ');
    await supply.fetchAll();
    await supply.fetchAll();
    expect((await titles()).slice(2)).toEqual(['Empty: empty.test/ads.txt']);
  });

  it('and any other change is told also when the process ended before it was, and once', async () => {
    await app.context.database.pool.query('DELETE FROM incident');
    await supply.add({ kind: 'ads', domain: 'change.test', watched: true });
    const change = async (text: string, ends = false) => {
      pages.set('https://change.test/ads.txt', text);
      app.clock.advance(1_000);
      const parts = supply.parts();
      const openIncident = ends ? () => Promise.reject(new Error('killed')) : parts.openIncident;
      await supply.fetchAll(SITE, { ...parts, openIncident }).catch(() => {});
    };
    await change('ssp.example, 1, DIRECT');
    await change('ssp.example, 2, DIRECT', true);
    expect(await titles()).toEqual([]);
    await change('ssp.example, 2, DIRECT');
    await change('ssp.example, 2, DIRECT');
    expect(await titles()).toEqual(['Changed: change.test/ads.txt']);
    // Back to what it was is a change as well.
    await change('ssp.example, 1, DIRECT');
    await change('ssp.example, 2, DIRECT');
    expect(await titles()).toHaveLength(3);
  });
});
