import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openIncident } from '#domains/tickets/server/open-incident.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { OutboundAnswer } from '#platform/server/http/outbound.ts';
import { importLocalFile } from '#traffic/intake/server/imports.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import type { FileRow, StandingRow } from '../contract/supply-endpoints.ts';
import { SUPPLY_KINDS } from '../contract/supply-file.ts';
import { fetchFiles } from './fetch-file.ts';
import { putInForce } from './in-force.ts';
import { parseAds } from './parse-ads.ts';
import { parseSellers } from './parse-sellers.ts';
import { supplyJobs } from './supply-jobs.ts';

const app = useApp();
const SITE = 'bids.example';
const FILES = '/api/brand/supply/files';
const STANDINGS = '/api/brand/supply/comparison';
const tokens: Record<string, string> = {};
const pages = new Map<string, string | Partial<OutboundAnswer>>();

const kept = z.object({
  id: z.number(),
  packageName: z.string(),
  kind: z.enum(SUPPLY_KINDS),
  domain: z.string(),
  apps: z.array(z.string()),
});

const parts = () => {
  const { database, clickhouse, packageInfo } = app.context;
  return {
    database,
    clickhouse,
    packageInfo,
    now: () => app.clock.now(),
    openIncident: (incident: Parameters<typeof openIncident>[1]) => openIncident(database, incident),
    outbound: {
      getText: async (url: string): Promise<OutboundAnswer> => {
        const page = pages.get(url);
        if (page === undefined) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
        return typeof page === 'string' ? { status: 200, body: page } : { status: 200, body: '', ...page };
      },
    },
  };
};
const fetchAll = () => fetchFiles(systemScope(), parts(), SITE, new AbortController().signal);
const get = (path: string, who = 'owner') => app.get(path, tokens[who]);
const add = (body: object) =>
  app.call('POST', FILES, { token: tokens.owner ?? '', body: { package_name: SITE, ...body } });
const listed = async (): Promise<FileRow[]> => (await get(`${FILES}?package_name=${SITE}&limit=100`)).body.data;
const upload = (id: number, file: string, day = '') =>
  app.call('PUT', `${FILES}/${id}/file${day && `?valid_from=${day}`}`, {
    token: tokens.owner ?? '',
    body: Buffer.from(file),
    headers: { 'content-type': 'application/octet-stream' },
  });

beforeAll(async () => {
  await app.package({ name: SITE, platform: 'web', timeZone: 'UTC', currency: 'EUR', dashboardTypes: ['Impression'] });
  for (const [who, more] of Object.entries({
    owner: { role: 'customer' },
    vendors: { role: 'agency', vendors: ['V'] },
  }))
    tokens[who] = await app.signIn({
      email: `${who}@bids.example`,
      packages: [SITE],
      name: who,
      ...more,
    });
  await app.context.jobs.declare(supplyJobs(parts()));
}, 120_000);

describe('files that name sellers', () => {
  it('are read as IAB Tech Lab writes them, and tell which line they are wrong in', () => {
    const read = parseAds(
      [
        '\uFEFF# a comment\r\n',
        'Exchange.Example , Acc-1 ,\tdirect, f08c47fec0942fa0 # ours\r',
        'exchange.example,Acc-1,DIRECT\n',
        'other.example, 7, reseller;extension\n',
        'OwnerDomain = owner.example\nMANAGERDOMAIN=manager.example, US\nsubdomain=sub.news.example\nFOO=1\n',
        'no comma\nexchange.example,1,SOMETHING\nnot a domain,1,DIRECT\nexchange.example,,DIRECT\na.example,1,DIRECT,x,y',
      ].join(''),
    );
    expect(
      read.records.map(({ line, system, account, relation, authority }) => [
        line,
        system,
        account,
        relation,
        authority,
      ]),
    ).toEqual([
      [2, 'exchange.example', 'Acc-1', 'DIRECT', 'f08c47fec0942fa0'],
      [4, 'other.example', '7', 'RESELLER', ''],
      [13, 'a.example', '1', 'DIRECT', 'x'],
    ]);
    expect(read.variables.map(({ name, value }) => `${name}=${value}`)).toEqual([
      'OWNERDOMAIN=owner.example',
      'MANAGERDOMAIN=manager.example, US',
      'SUBDOMAIN=sub.news.example',
    ]);
    expect(read.faults.map(({ line, code }) => `${line} ${code}`)).toEqual([
      '3 doubled',
      '8 unknown_variable',
      '9 few_fields',
      '10 not_a_relation',
      '11 not_a_domain',
      '12 no_account',
      '13 many_fields',
    ]);
    expect(parseAds('placeholder.example.com, placeholder, DIRECT, placeholder').says).toBe('nobody');
    const form = '--4f2a\r\nContent-Disposition: form-data; name="file"\r\n\r\nads.example, 1, DIRECT\r\n--4f2a--';
    for (const page of ['<!doctype html><p>Not here', form])
      expect(parseAds(page)).toMatchObject({ says: 'nothing', records: [], faults: [{ code: 'not_text' }] });
    const sellers = parseSellers(
      '{"version":"1.0","sellers":[{"seller_id":7,"seller_type":"publisher","name":"News","domain":"News.example"},{"seller_id":"8","is_confidential":1,"seller_type":"BOTH"},{"name":"x"},{"seller_id":"7"},{"seller_id":"9","seller_type":"OTHER"}]}',
      'exchange.example',
    );
    expect(sellers.records.map((each) => [each.account, each.relation, each.domain, each.is_confidential])).toEqual([
      ['7', 'PUBLISHER', 'news.example', false],
      ['8', 'BOTH', '', true],
      ['9', '', '', false],
    ]);
    expect(sellers.faults.map(({ line, code }) => `${line} ${code}`)).toEqual([
      '3 no_seller_id',
      '4 doubled',
      '5 not_a_type',
      '5 no_seller_domain',
    ]);
    expect(parseSellers('{', 'x.example').faults[0]?.code).toBe('not_json');
  });

  it('are fetched, watched, kept as versions, and a change is an incident; nobody else is asked than the domain allows', async () => {
    pages.set('https://news.example/ads.txt', { status: 301, location: 'https://www.news.example/ads.txt' });
    pages.set('https://www.news.example/ads.txt', 'exchange.example, 1, DIRECT\nold.example, 2, RESELLER');
    pages.set('https://loop.example/ads.txt', { status: 302, location: 'https://a.example/' });
    pages.set('https://a.example/', { status: 302, location: 'https://b.example/' });
    pages.set('https://page.example/ads.txt', '<html>hello');
    for (const domain of ['https://www.News.example/x', 'loop.example', 'page.example', 'gone.example'])
      expect((await add({ kind: 'ads', domain })).status, domain).toBe(200);
    expect((await add({ kind: 'ads', domain: 'news.example' })).status).toBe(409);
    expect((await add({ kind: 'ads', domain: 'no domain' })).status).toBe(422);
    expect((await add({ kind: 'app-ads', domain: 'maker.example' })).status).toBe(422);
    await fetchAll();
    const states = Object.fromEntries((await listed()).map((row) => [row.domain, `${row.state} ${row.problem}`]));
    expect(states).toEqual({
      'news.example': 'current ',
      'loop.example': 'missing redirects',
      'page.example': 'missing page',
      'gone.example': 'unreachable ENOTFOUND',
    });
    app.clock.advance(60_000);
    await fetchAll();
    pages.set('https://www.news.example/ads.txt', 'exchange.example, 1, DIRECT\nnew.example, 3, RESELLER');
    app.clock.advance(60_000);
    await fetchAll();
    const file = (await listed()).find(({ domain }) => domain === 'news.example');
    const whole = (await get(`${FILES}/${file?.id}`)).body.data;
    const names = (rows: { system: string }[]) => rows.map(({ system }) => system);
    expect(whole.versions.map((each: { added: []; removed: [] }) => [names(each.added), names(each.removed)])).toEqual([
      [['new.example'], ['old.example']],
      [['exchange.example', 'old.example'], []],
    ]);
    const incidents = await app.context.database.pool.query("SELECT title FROM incident WHERE key LIKE 'supply %'");
    expect(incidents.rows).toEqual([{ title: 'Changed: news.example/ads.txt' }]);
    expect((await get(`${FILES}/${file?.id}/records?search=NEW`)).body.data).toHaveLength(1);
    expect((await get(`${FILES}/${file?.id}/download`)).text).toContain('new.example,3,RESELLER');
    expect((await get(`${FILES}?package_name=${SITE}`, 'vendors')).status).toBe(403);
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
  ] as const;
  const importCsv = async (day: string): Promise<void> => {
    const path = join(mkdtempSync(join(tmpdir(), 'adsieve-supply-')), `impressions-${day}.csv`);
    const lines = SEEN.map(
      ([site, system, seller], n) =>
        `${day} 10:00:${10 + n},impression,${day}-${n},"${site}",${system},${seller},P${n}`,
    );
    writeFileSync(path, ['time,event_kind,user_id,declared_domain,exchange,seller_id,publisher', ...lines].join('\n'));
    await importLocalFile(systemScope(), app.context.imports, {
      packageName: SITE,
      path,
      fileName: `impressions-${day}.csv`,
      timeZone: 'UTC',
    });
  };
  const checks = async (day: string, column = 'seller_check') =>
    (
      await app.context.clickhouse.query<{ told: string }>(
        sql`SELECT toString(${trusted(column)}) AS told FROM traffic WHERE package = ${typed('String', SITE)}
          AND toDate(ts) = ${typed('Date', day)} ORDER BY ts`,
      )
    ).map(({ told }) => told);
  const EXPECTED: string[] = SEEN.map(([, , , check]) => check);
  const compare = async (file: object) => putInForce(systemScope(), parts(), kept.parse(file));
  const fileOf = async (domain: string, kind = 'ads') => {
    const file = (await listed()).find((row) => row.domain === domain && row.kind === kind);
    if (!file) throw new Error(domain);
    return { ...file, packageName: SITE };
  };

  it('are held against the files that were in force, on arrival and when a file is learned of later, and those not named are suspect', async () => {
    await importCsv('2026-11-10');
    expect(new Set(await checks('2026-11-10'))).toEqual(new Set(['']));
    const given = [
      ['ads', 'shop.example', [], 'ssp.example, A-1, DIRECT\nssp.example, 22, RESELLER\nSUBDOMAIN=own.shop.example'],
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
      const { id } = (await add({ kind, domain, apps, watched: false })).body.data;
      const done = await upload(id, text, '2026-11-05');
      expect(done.status, done.text).toBe(200);
      await compare(await fileOf(domain, kind));
    }
    expect(await checks('2026-11-10')).toEqual(EXPECTED);
    expect(await checks('2026-11-10', 'verdict')).toEqual(
      EXPECTED.map((check) => (['unauthorised', 'unknown_seller'].includes(check) ? 'suspect' : 'clean')),
    );
    expect((await checks('2026-11-10', 'reason'))[4]).toBe('imp.unauthorized_seller');
    await importCsv('2026-11-12');
    expect(await checks('2026-11-12')).toEqual(EXPECTED);
    await importCsv('2026-11-03');
    expect(new Set(await checks('2026-11-03'))).toEqual(new Set(['']));

    const rows: StandingRow[] = (
      await get(`${STANDINGS}?package_name=${SITE}&start_date=2026-11-01&end_date=2026-11-12&limit=100`)
    ).body.data;
    const rogue = rows.find(({ system, site }) => system === 'rogue.example' && site === 'shop.example');
    expect(rogue).toMatchObject({ standing: 'unauthorised', events: 2, publishers: ['P5'] });
    expect(rows[0]?.standing).toBe('unauthorised');
    expect(rows.find(({ system }) => system === 'new.example')).toMatchObject({ standing: 'not_seen', account: '3' });
    const only = `${STANDINGS}/download?package_name=${SITE}&start_date=2026-11-01&end_date=2026-11-12&standing=unknown_seller`;
    expect((await get(only)).text.trim().split('\n')).toHaveLength(2);

    // A later version holds from its day on; without its file nothing is said any more.
    const shop = await fileOf('shop.example');
    await upload(shop.id, 'ssp.example, B-9, RESELLER', '2026-11-11');
    await compare(shop);
    expect((await checks('2026-11-10'))[4]).toBe('unauthorised');
    expect((await checks('2026-11-12')).slice(0, 5)).toEqual([
      'unauthorised',
      'unauthorised',
      'unauthorised',
      'system_listed',
      'reseller',
    ]);
    expect((await upload(shop.id, 'nothing that can be read')).status).toBe(422);
    expect((await upload(shop.id, 'ssp.example, 1, DIRECT', '2099-01-01')).status).toBe(422);
    expect((await app.call('DELETE', `${FILES}/${shop.id}`, { token: tokens.owner ?? '' })).status).toBe(200);
    await compare(shop);
    expect((await checks('2026-11-12')).slice(0, 6)).toEqual(['', '', '', '', '', '']);
    expect((await checks('2026-11-12', 'verdict'))[4]).toBe('clean');
  });
});
