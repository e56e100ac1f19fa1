import { describe, expect, it } from 'vitest';
import { importEvents } from '#traffic/judge/testing/import-events.ts';
import { SITE, useBrand } from '../testing/use-brand.ts';
import { affiliateOf } from './sort-ad.ts';

const { app, get, send, upload } = useBrand();
const ADS = '/api/adword';
const DAYS = 'start_date=2026-11-01&end_date=2026-11-30';
const ask = (path: string, more = '') => `${path}?package_name=${SITE}&${DAYS}${more}`;

const FILE = [
  'Keyword;Country;Device;Observed_at;Position;Advertiser;Display_url;Final_url;Redirect_chain;Note',
  // Hijack: shows the brand, passes a network.
  `lindt shoes sale;DE;Desktop;2026-11-20 00:30;1;Lindt;www.${SITE}/sale;https://${SITE}/?awc=1_2;https://www.awin1.com/cread.php?awinmid=1&awinaffid=4711;`,
  // A partner that says who it is.
  `Lindt  Shoes;DE;mobile;2026-11-20 12:00;2;Deals;deals.example;https://www.${SITE}/;https://deals.example/go | https://prf.hn/click/camref:1011abc/x;`,
  // The brand by itself.
  `lindt shoes;DE;desktop;2026-11-20 12:00;1;Lindt;${SITE};https://shop.${SITE}/a;;`,
  // A rival, and a formula as its name.
  'lindt shoes;AT;desktop;2026-11-20 13:00;3;=HYPERLINK("x");rival.example/buy;https://www.rival.example/buy;;+cmd',
  'cheap shoes;AT;desktop;2026-11-20 14:00;1;Rival;rival.example;https://rival.example/;;',
  // An affiliate of somebody else is theirs.
  'lindt shoes;AT;;2026-11-20 15:00;4;Other;other.example;https://other.example/;https://www.awin1.com/cread.php?awinaffid=4711;',
  'lindt shoes;Austria;desktop;2026-11-20;4;Other;other.example;https://other.example/;;',
  'lindt shoes;AT;desktop;2026-02-31 25:00;4;Other;other.example;https://other.example/;;',
  'lindt shoes;AT;desktop;2026-11-20;4;Other;other.example;javascript:alert(1);;',
].join('\r\n');

describe('ads on brand keywords', () => {
  it('[OTH-ROUTE-10] [OTH-ROUTE-11] [OTH-RULE-02] [OTH-GAP-01] are taken from a file, sorted by their addresses, listed apart and told again as one', async () => {
    const path = `${ADS}/affiliate/file?package_name=${SITE}&file_name=ads.csv`;
    const first = await upload(path, FILE);
    expect(first.status, first.text).toBe(200);
    expect(first.body.data).toMatchObject({ rows: 9, added: 6, there: 0 });
    expect(first.body.data.errors).toEqual([
      { row: 8, field: 'country', reason: 'Countries have two letters' },
      { row: 9, field: 'observed_at', reason: 'This time does not exist' },
      { row: 10, field: 'final_url', reason: 'Please give a web address that begins with http' },
    ]);
    expect((await upload(path, FILE)).body.data).toMatchObject({ rows: 9, added: 0, there: 6 });
    expect((await upload(path, 'keyword,final_url\na,https://b.example')).body.told.values).toEqual({
      columns: 'observed_at',
    });

    const affiliate = (await get(ask(`${ADS}/affiliate`))).body;
    expect(affiliate.total).toBe(2);
    expect(affiliate.data.map((row: object) => row)).toMatchObject([
      { keyword: 'Lindt  Shoes', network: 'partnerize', affiliate_id: '1011abc', is_hijack: false, is_violation: true },
      { network: 'awin', affiliate_id: '4711', is_hijack: true, is_violation: true, classification: 'partner' },
    ]);
    // Half past midnight in Tokyo is the day before in UTC, and of its own day here.
    expect(affiliate.data[1].observed_at).toBe('2026-11-19T15:30:00.000Z');
    const thatDay = `${ADS}/affiliate?package_name=${SITE}&start_date=2026-11-20&end_date=2026-11-20`;
    expect((await get(thatDay)).body.total).toBe(2);
    const competitor = (await get(ask(`${ADS}/competitor`))).body;
    expect(competitor.data.map(({ domain }: { domain: string }) => domain)).toEqual([
      'other.example',
      'rival.example',
      'rival.example',
    ]);
    expect((await get(ask(`${ADS}/competitor`, '&search=cheap'))).body.total).toBe(1);
    expect(
      (await get(`${ADS}/competitor?package_name=${SITE}&start_date=2026-10-01&end_date=2026-10-31`)).body.total,
    ).toBe(0);
  });

  it('are sorted again when somebody says whose a name is, and partners are held against protected words', async () => {
    const party = (body: object) => send('POST', `${ADS}/parties`, { package_name: SITE, ...body });
    const term = await party({ kind: 'term', value: 'Lindt Shoes' });
    expect(term.status, term.text).toBe(200);
    expect((await party({ kind: 'competitor', value: 'https://www.rival.example/x' })).body.data.value).toBe(
      'rival.example',
    );
    expect((await party({ kind: 'competitor', value: 'rival.example' })).status).toBe(409);
    expect((await party({ kind: 'own', value: 'nothing' })).status).toBe(422);
    const known = await party({ kind: 'partner', value: 'AWIN:4711', publisher: 'Bargain Hub' });
    const rows = (await get(ask(`${ADS}/affiliate`))).body.data;
    // Every ad of the affiliate is a partner's now, whosever shop it leads to; a word with two blanks is the same word.
    expect(rows.map((row: { publisher: string; is_violation: boolean }) => [row.publisher, row.is_violation])).toEqual([
      ['Bargain Hub', true],
      ['', true],
      ['Bargain Hub', true],
    ]);
    const sums = (await get(ask(`${ADS}/competitor/summary`))).body.data;
    expect(sums).toMatchObject([
      { domain: 'rival.example', classification: 'competitor', ads: 2, share: 2 / 6, best_position: 1 },
    ]);
    await send('DELETE', `${ADS}/parties/${term.body.data.id}`);
    await party({ kind: 'term', value: 'other words' });
    const free = (await get(ask(`${ADS}/affiliate`))).body.data;
    expect(free.some((row: { is_violation: boolean }) => row.is_violation)).toBe(false);
    const { data } = (await get(`${ADS}/parties?package_name=${SITE}`)).body;
    const others = data.find(({ value }: { value: string }) => value === 'other words');
    await send('DELETE', `${ADS}/parties/${others.id}`);
    expect(known.status).toBe(200);
  });

  it('show what is at risk beside the violations: orders and costs of the publisher in the same days', async () => {
    const order = (n: number, more: object = {}) => ({
      row_id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      kind: 'web_event',
      ts: '2026-11-19 05:00:00.000',
      publisher: 'Bargain Hub',
      order_id: `o-${n % 3}`,
      cost: '1.25',
      currency: 'EUR',
      ...more,
    });
    await importEvents(
      app.context.clickhouse,
      app.context.database,
      SITE,
      [1, 2, 3, 4].map((n) => order(n)).concat(order(5, { publisher: 'Other' })),
    );
    const [worst] = (await get(ask(`${ADS}/affiliate/summary`))).body.data;
    expect(worst).toMatchObject({
      network: 'awin',
      affiliate_id: '4711',
      publisher: 'Bargain Hub',
      ads: 2,
      hijacks: 1,
    });
    expect(worst).toMatchObject({ orders: 3, commission: { EUR: expect.stringMatching(/^5(\.0+)?$/) } });
    const before = `${ADS}/affiliate/summary?package_name=${SITE}&start_date=2026-11-20&end_date=2026-11-30`;
    expect((await get(before)).body.data[0]).toMatchObject({ orders: 0, commission: {} });
  });

  it('[OTH-ROUTE-10] [OTH-ROUTE-11] become a ticket with their evidence, with all of the same affiliate, once', async () => {
    const rows = (await get(ask(`${ADS}/affiliate`))).body.data;
    const hijack = rows.find((row: { is_hijack: boolean }) => row.is_hijack);
    const body = {
      start_date: '2026-11-01',
      end_date: '2026-11-30',
      with_others: true,
      priority: 'High',
      description: 'Why?',
    };
    expect((await send('POST', `${ADS}/affiliate/${hijack.id}/ticket`, body, 'stranger')).status).toBe(404);
    const both = await Promise.all([1, 2].map(() => send('POST', `${ADS}/affiliate/${hijack.id}/ticket`, body)));
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await send('POST', `${ADS}/affiliate/${hijack.id}/ticket`, body)).status).toBe(409);
    const made = both.find(({ status }) => status === 200)?.body.data;
    expect(made.ads).toBe(2);
    const ticket = (await get(`/api/bi/ticket/${made.ticket_id}`)).body.data;
    expect(ticket).toMatchObject({ priority: 'High', publisher: 'Bargain Hub', category: 'Brand infringement' });
    expect(ticket.description).toContain('awinaffid=4711');
    expect(ticket.description).toContain('Why?');
    const after = (await get(ask(`${ADS}/affiliate`, '&state=ticket'))).body;
    expect(after.total).toBe(2);
    const states = { package_name: SITE, ids: [hijack.id, rows[1].id], state: 'dismissed' };
    expect((await send('POST', `${ADS}/affiliate/state`, states)).body.data.changed).toBe(1);
    expect((await send('DELETE', `${ADS}/affiliate/${hijack.id}`)).status).toBe(409);
    expect((await send('DELETE', `${ADS}/affiliate/${rows[1].id}`)).status).toBe(200);
  });

  it('[OTH-ROUTE-14] [OTH-RULE-02] are a file of the days asked for, whose cells no spreadsheet runs', async () => {
    const path = (days: string, more = '') => `/api/keyword_bidding/download?package_name=${SITE}&${days}${more}`;
    const file = await get(path(DAYS));
    expect(file.headers['content-type']).toContain('text/csv');
    const lines = file.text.trim().split('\r\n');
    expect(lines).toHaveLength(6);
    expect(file.text).toContain('"\'=HYPERLINK(""x"")"');
    expect(file.text).toContain("'+cmd");
    expect(
      (await get(path('start_date=2026-11-20&end_date=2026-11-20', '&search=cheap'))).text.trim().split('\r\n'),
    ).toHaveLength(2);
    const book = await get(path(DAYS, '&format=xlsx'));
    expect(book.headers['content-type']).toContain('spreadsheetml');
    expect((await get(ask('/api/keyword_bidding'))).body.total).toBe(5);
  });

  it('have a day that has been and that the pages can show, and hold no signs that turn what is read', async () => {
    const seen = { keyword: 'lindt shoes', observed_at: '2026-11-20 10:00', final_url: 'https://far.example/' };
    const tell = (more: object) =>
      send('POST', `${ADS}/competitor`, { package_name: SITE, ads: [{ ...seen, ...more }] });
    for (const [observed_at, code] of [
      ['2030-01-01 10:00', 'ad_ahead'],
      ['2024-01-01', 'ad_long_ago'],
    ]) {
      const refused = await tell({ observed_at });
      expect([refused.status, refused.body.told.code]).toEqual([422, code]);
    }
    expect((await tell({ advertiser: 'a\u202eb' })).status).toBe(422);
    const lines = [
      'keyword,observed_at,final_url,advertiser',
      'a,2030-01-01 10:00,https://far.example/,x',
      'a,2024-01-01 10:00,https://far.example/,x',
      'a,2026-11-20 10:00,https://far.example/,x\u202ey',
    ];
    const told = await upload(`${ADS}/competitor/file?package_name=${SITE}&file_name=a.csv`, lines.join('\n'));
    expect(told.body.data).toMatchObject({
      added: 0,
      errors: [
        { row: 2, field: 'observed_at', reason: 'This time is still to come' },
        { row: 3, field: 'observed_at', reason: 'This time is more than a year ago' },
        { row: 4, field: 'advertiser', reason: 'Control characters are not allowed' },
      ],
    });
  });

  it.each([
    ['https://www.amazon.de/dp/B0?tag=s2tag-21', { network: 'amazon', id: 's2tag-21' }],
    ['https://www.amazon.co.uk/dp/B0?tag=x-20', { network: 'amazon', id: 'x-20' }],
    ['https://www.amazon.de/dp/B0', undefined],
    ['https://blog.example/?tag=shoes', undefined],
    ['https://www.ebay.de/itm/1?mkcid=1&campid=533', { network: 'ebay', id: '533' }],
    [`https://${SITE}/?irgwc=1`, { network: 'impact', id: '' }],
  ])('show whose link it is by what a shop or a network leaves in it: %s', (address, affiliate) => {
    expect(affiliateOf([address])).toEqual(affiliate);
  });

  it('of marketplaces and of affiliate networks are known by their domains, until somebody says that one is a competitor', async () => {
    const seen = [
      ['https://www.amazon.de/dp/B0?tag=s2tag-21', 'merchant'],
      ['https://smile.amazon.co.uk/s?k=lindt', 'merchant'],
      ['https://www.mercadolibre.com.mx/lindt', 'merchant'],
      ['https://go.skimresources.com/?id=1X2&url=https%3A%2F%2Fshop.example', 'network'],
      ['https://www.awin.com/de', 'network'],
      ['https://amazon.de.evil.example/', 'unknown'],
      ['https://notamazon.de/', 'unknown'],
    ] as const;
    const told = await send('POST', `${ADS}/competitor`, {
      package_name: SITE,
      ads: seen.map(([final_url], n) => ({ keyword: 'lindt known', final_url, observed_at: `2026-11-20 09:0${n}` })),
    });
    expect(told.body.data, told.text).toMatchObject({ added: seen.length });
    const classes = async () => {
      const { data } = (await get(ask(`${ADS}/competitor`, '&search=lindt%20known'))).body;
      return seen.map(
        ([url]) => data.find(({ final_url }: { final_url: string }) => final_url === url)?.classification,
      );
    };
    expect(await classes()).toEqual(seen.map(([, told]) => told));
    const sums = (await get(ask(`${ADS}/competitor/summary`))).body.data;
    const ofDomain = (domain: string) => sums.find((sum: { domain: string }) => sum.domain === domain)?.classification;
    expect(['amazon.de', 'skimresources.com', 'notamazon.de'].map(ofDomain)).toEqual([
      'merchant',
      'network',
      'unknown',
    ]);
    await send('POST', `${ADS}/parties`, { package_name: SITE, kind: 'competitor', value: 'amazon.de' });
    expect((await classes()).slice(0, 2)).toEqual(['competitor', 'merchant']);
  });

  it('are for whoever sees the whole package', async () => {
    for (const path of [`${ADS}/affiliate`, `${ADS}/competitor/summary`, '/api/keyword_bidding/download'])
      for (const who of ['stranger', 'vendors', 'publisher'])
        expect([path, who, (await get(ask(path), who)).status]).toEqual([path, who, 403]);
  });
});
