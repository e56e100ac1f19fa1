import { beforeAll, describe, expect, it } from 'vitest';
import type { StandingRow } from '../contract/supply-endpoints.ts';
import { FILES, type Sold, useSupply } from '../testing/use-supply.ts';

const SITE = 'bids.example';
const STANDINGS = '/api/brand/supply/comparison';
const supply = useSupply([SITE]);
const { app, pages } = supply;
const narrow: Record<string, string> = {};

beforeAll(async () => {
  for (const [who, more] of Object.entries({
    vendors: { role: 'agency', vendors: ['V'] },
    publishers: { role: 'publisher', publishers: ['P1'] },
  }))
    narrow[who] = await app.signIn({ email: `${who}@bids.example`, packages: [SITE], name: who, ...more });
}, 120_000);

const add = (body: object) => supply.call('POST', FILES, { package_name: SITE, ...body });

describe('files that name sellers', () => {
  it('are fetched, watched, kept as versions, and a change is an incident; nobody else is asked than the domain allows', async () => {
    pages.set('https://news.example/ads.txt', { status: 301, location: 'https://www.news.example/ads.txt' });
    pages.set('https://www.news.example/ads.txt', 'exchange.example, 1, DIRECT\nold.example, 2, RESELLER');
    pages.set('https://page.example/ads.txt', '<html>hello');
    for (const domain of ['https://www.News.example/x', 'page.example', 'gone.example'])
      expect((await add({ kind: 'ads', domain })).status, domain).toBe(200);
    expect((await add({ kind: 'ads', domain: 'news.example' })).status).toBe(409);
    expect((await add({ kind: 'ads', domain: 'no domain' })).status).toBe(422);
    expect((await add({ kind: 'app-ads', domain: 'maker.example' })).status).toBe(422);
    await supply.fetchAll();
    const states = Object.fromEntries(
      (await supply.listed()).map((row) => [row.domain, `${row.state} ${row.problem}`]),
    );
    expect(states).toEqual({
      'news.example': 'current ',
      'page.example': 'unreachable page',
      'gone.example': 'unreachable ENOTFOUND',
    });
    app.clock.advance(60_000);
    await supply.fetchAll();
    pages.set('https://www.news.example/ads.txt', 'exchange.example, 1, DIRECT\nnew.example, 3, RESELLER');
    app.clock.advance(60_000);
    await supply.fetchAll();
    const file = (await supply.listed()).find(({ domain }) => domain === 'news.example');
    const whole = (await supply.get(`${FILES}/${file?.id}`)).body.data;
    const names = (rows: { system: string }[]) => rows.map(({ system }) => system);
    expect(whole.versions.map((each: { added: []; removed: [] }) => [names(each.added), names(each.removed)])).toEqual([
      [['new.example'], ['old.example']],
      [['exchange.example', 'old.example'], []],
    ]);
    const incidents = await app.context.database.pool.query("SELECT title FROM incident WHERE key LIKE 'supply %'");
    expect(incidents.rows).toEqual([{ title: 'Changed: news.example/ads.txt' }]);
    expect((await supply.get(`${FILES}/${file?.id}/records?search=NEW`)).body.data).toHaveLength(1);
    expect((await supply.get(`${FILES}/${file?.id}/download`)).text).toContain('new.example,3,RESELLER');
    for (const who of ['vendors', 'publishers'])
      expect((await app.get(`${FILES}?package_name=${SITE}`, narrow[who])).status, who).toBe(403);
  });
});

/** Every import is several statements on a machine that may be busy. */
const SLOW = 180_000;

describe('sellers in traffic', { timeout: SLOW }, () => {
  const SEEN = [
    ['shop.example', 'ssp.example', 'A-1', 'direct'],
    ['https://www.Shop.example/p?x=1', 'www.SSP.example', 'a-1', 'direct'],
    ['m.shop.example', 'ssp.example', '22', 'reseller'],
    ['shop.example', 'ssp.example', '', 'system_listed'],
    ['shop.example', 'ssp.example', 'B-9', 'unauthorised'],
    ['shop.example', 'rogue.example', '', 'unauthorised'],
    ['own.shop.example', 'rogue.example', '1', ''],
    ['shop.example', 'shop.example', '', ''],
    ['nobody.example', 'ssp.example', 'A-1', 'unauthorised'],
    ['com.maker.game', 'ssp.example', '5', 'direct'],
    ['com.maker.game', 'ssp.example', '6', 'unauthorised'],
    ['unkept.example', 'ssp.example', '404', 'unknown_seller'],
    ['unkept.example', 'ssp.example', 'A-1', ''],
    ['notshop.example', 'rogue.example', '1', ''],
    // Neither another app of alike name nor one whose id ends as the site does.
    ['org.com.maker.game', 'rogue.example', '1', ''],
    ['com.shop.example', 'rogue.example', '1', ''],
  ] as const;
  const EXPECTED: string[] = SEEN.map(([, , , check]) => check);
  const importDay = (day: string) =>
    supply.sold(
      SEEN.map(([site, system, seller], n): Sold => [`${day} 10:00:${10 + n}`, site, system, seller]),
      `impressions-${day}.csv`,
    );
  const days = ['2026-11-03', '2026-11-10', '2026-11-12'];
  const checks = async (day: string, column = 'seller_check'): Promise<string[]> => {
    const told = await supply.told(`concat(toString(toDate(ts)), ' ', toString(${column}))`);
    return told.filter((text) => text.startsWith(day)).map((text) => text.slice(11));
  };

  it('are held against the files that were in force, on arrival and when a file is learned of later, and those not named are suspect', async () => {
    const [before = '', day = '', later = ''] = days;
    await importDay(day);
    expect(new Set(await checks(day))).toEqual(new Set(['']));
    const given = [
      [
        'ads',
        'shop.example',
        [],
        'www.ssp.example, A-1, DIRECT\nssp.example, 22, RESELLER\nSUBDOMAIN=own.shop.example',
      ],
      ['ads', 'nobody.example', [], 'placeholder.example.com, placeholder, DIRECT, placeholder'],
      ['app-ads', 'maker.example', ['com.maker.game'], 'ssp.example, 5, DIRECT'],
      [
        'sellers',
        'ssp.example',
        [],
        JSON.stringify({ sellers: ['A-1', '22', 'B-9', '5', '6'].map((seller_id) => ({ seller_id })) }),
      ],
    ] as const;
    for (const [kind, domain, apps, text] of given) {
      const id = await supply.add({ kind, domain, apps: [...apps] });
      const done = await supply.upload(id, text, '2026-11-05', domain === 'nobody.example');
      expect(done.status, done.text).toBe(200);
      await supply.compare(await supply.fileOf(domain, kind));
    }
    expect(await checks(day)).toEqual(EXPECTED);
    expect(await checks(day, 'verdict')).toEqual(
      EXPECTED.map((check) => (['unauthorised', 'unknown_seller'].includes(check) ? 'suspect' : 'clean')),
    );
    expect((await checks(day, 'reason'))[4]).toBe('imp.unauthorized_seller');
    await importDay(later);
    expect(await checks(later)).toEqual(EXPECTED);
    await importDay(before);
    expect(new Set(await checks(before))).toEqual(new Set(['']));

    const asked = `package_name=${SITE}&start_date=2026-11-01&end_date=2026-11-12`;
    const rows: StandingRow[] = (await supply.get(`${STANDINGS}?${asked}&limit=100`)).body.data;
    const rogue = rows.find(({ system, site }) => system === 'rogue.example' && site === 'shop.example');
    expect(rogue).toMatchObject({ standing: 'unauthorised', events: 2, publishers: ['P2'] });
    expect(rows[0]?.standing).toBe('unauthorised');
    expect(rows.find(({ system }) => system === 'new.example')).toMatchObject({ standing: 'not_seen', account: '3' });
    const only = `${STANDINGS}/download?${asked}&standing=unknown_seller`;
    expect((await supply.get(only)).text.trim().split('\n')).toHaveLength(2);

    // A later version holds from its day on; without its file nothing is said any more.
    const shop = await supply.fileOf('shop.example');
    await supply.upload(shop.id, 'ssp.example, B-9, RESELLER', '2026-11-11');
    await supply.compare(shop);
    expect((await checks(day))[4]).toBe('unauthorised');
    const changed = ['unauthorised', 'unauthorised', 'unauthorised', 'system_listed', 'reseller', 'unauthorised'];
    // The later version sends nobody to a file of the subdomain: it speaks for that too.
    expect((await checks(later)).slice(0, 7)).toEqual([...changed, 'unauthorised']);
    expect((await checks(day))[6]).toBe('');
    expect((await supply.upload(shop.id, 'nothing that can be read')).status).toBe(422);
    expect((await supply.upload(shop.id, 'ssp.example, 1, DIRECT', '2099-01-01')).status).toBe(422);

    // A subdomain with a file of its own is spoken for by that, until it is kept no longer.
    const sub = await supply.add({ kind: 'ads', domain: 'm.shop.example' });
    await supply.upload(sub, 'ssp.example, 22, DIRECT', '2026-11-11');
    const file = await supply.fileOf('m.shop.example');
    await supply.compare(file);
    expect([(await checks(day))[2], (await checks(later))[2]]).toEqual(['', 'direct']);
    expect((await supply.call('DELETE', `${FILES}/${sub}`)).status).toBe(200);
    await supply.compare(file);
    expect([(await checks(day))[2], (await checks(later))[2]]).toEqual(['reseller', 'unauthorised']);

    expect((await supply.call('DELETE', `${FILES}/${shop.id}`)).status).toBe(200);
    await supply.compare(shop);
    expect((await checks(later)).slice(0, 6)).toEqual(['', '', '', '', '', '']);
    expect((await checks(later, 'verdict'))[4]).toBe('clean');
  });
});
