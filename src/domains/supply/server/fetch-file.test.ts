import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { AnswerTooLong } from '#platform/server/http/outbound.ts';
import { type Sold, useSupply } from '../testing/use-supply.ts';
import { fetchFile } from './fetch-file.ts';

const SITE = 'bids.example';
const supply = useSupply([SITE]);
const { app, pages } = supply;
const DAY = 86_400_000;
const failing = (code: string) => Object.assign(new Error(code), { code });

describe('what a domain hands out', () => {
  it('is followed within the domain as often as need be and once out of it, and from there no further', async () => {
    const to = (location: string, status = 302) => ({ status, location });
    const at = (host: string, page: Parameters<typeof pages.set>[1]) => pages.set(`https://${host}/ads.txt`, page);
    const state = async (domain: string) => {
      const found = await fetchFile(supply.parts(), { kind: 'ads', domain });
      return 'text' in found ? found.text : `${found.state} ${found.problem}`;
    };
    at('a.example', to('https://www.a.example/ads.txt', 301));
    at('www.a.example', to('/x/ads.txt', 308));
    pages.set('https://www.a.example/x/ads.txt', to('https://manager.test/ads.txt', 307));
    at('manager.test', 'ssp.example, 1, DIRECT');
    expect(await state('a.example')).toBe('ssp.example, 1, DIRECT');
    at('b.example', to('https://hop.test/ads.txt'));
    at('hop.test', to('https://www.hop.test/ads.txt'));
    at('www.hop.test', 'ssp.example, 1, DIRECT');
    at('c.example', to('https://back.test/ads.txt'));
    at('back.test', to('https://c.example/other'));
    at('round.example', to('/ads.txt'));
    at('wrong.example', to('https://'));
    for (const domain of ['b.example', 'c.example', 'round.example', 'wrong.example'])
      expect([domain, await state(domain)]).toEqual([domain, 'unreachable redirects']);
    const answers = { 404: 'missing', 410: 'missing', 401: 'unreachable', 403: 'unreachable', 429: 'unreachable' };
    for (const [status, told] of Object.entries({ ...answers, 500: 'unreachable', 304: 'unreachable' })) {
      at('s.example', { status: Number(status), body: 'ssp.example, 1, DIRECT' });
      expect(await state('s.example')).toBe(`${told} HTTP ${status}`);
    }
    at('long.example', new AnswerTooLong('long'));
    expect(await state('long.example')).toBe('unreachable too_long');
    at('slow.example', new DOMException('slow', 'TimeoutError'));
    expect(await state('slow.example')).toBe('unreachable timeout');
  });
});

describe('a watched file', { timeout: 240_000 }, () => {
  const EVENTS: readonly Sold[] = [
    ['2025-11-20 13:00:00', 'shop.example', 'ssp.example', '1'],
    ['2025-11-20 13:00:01', 'shop.example', 'rogue.example', '1'],
    ['2025-11-20 13:00:02', 'elsewhere.example', 'ssp.example', '404'],
  ];
  const onDay = (day: string) => EVENTS.map(([at, ...rest]): Sold => [at.replace('2025-11-20', day), ...rest]);
  const ADS = 'https://shop.example/ads.txt';
  const SELLERS = 'https://ssp.example/sellers.json';
  const FILE = 'ssp.example, 1, DIRECT';
  const LIST = JSON.stringify({ sellers: [{ seller_id: '1' }, { seller_id: '2' }] });
  const states = async () => (await supply.files()).map((row) => `${row.kind} ${row.state} ${row.problem}`.trim());
  const versions = async () =>
    (await app.context.database.pool.query('SELECT id FROM supply_version ORDER BY id')).rows.length;

  // No import takes what has not happened yet, by the clock of the machine.
  beforeAll(() => app.clock.set('2025-11-20T12:00:00Z'));

  it('keeps its verdicts through every fault of a network and every page that comes in its place', async () => {
    pages.set(ADS, FILE);
    pages.set(SELLERS, LIST);
    await supply.add({ kind: 'ads', domain: 'shop.example', watched: true });
    await supply.add({ kind: 'sellers', domain: 'ssp.example', watched: true });
    await supply.fetchAll();
    await supply.sold(EVENTS, 'first.csv');
    const judged = ['direct', 'unauthorised', 'unknown_seller'];
    expect(await supply.told()).toEqual(judged);
    const html = '<!doctype html><title>404</title>\nrogue.example, 1, DIRECT';
    const faults: [Parameters<typeof pages.set>[1], string][] = [
      [failing('ETIMEDOUT'), 'ETIMEDOUT'],
      [failing('CERT_HAS_EXPIRED'), 'CERT_HAS_EXPIRED'],
      [{ status: 403 }, 'HTTP 403'],
      [{ status: 503 }, 'HTTP 503'],
      [html, 'page'],
      [Buffer.from(`\uFEFF${FILE}`, 'utf16le').toString('utf8'), 'page'],
      [new AnswerTooLong('50 MB'), 'too_long'],
      [{ status: 302, location: 'http://shop.example:8080/' }, 'redirects'],
    ];
    pages.set('http://shop.example:8080/', { status: 302, location: 'https://third.test/' });
    pages.set('http://ssp.example/', { status: 404 });
    for (const [page, problem] of [...faults, ['', 'empty'] as const, ['# closed', 'empty'] as const]) {
      app.clock.advance(60_000);
      pages.set(ADS, page);
      await supply.fetchAll();
      expect(await states()).toContain(`ads unreachable ${problem === 'redirects' ? 'ENOTFOUND' : problem}`);
      expect(await supply.told(), problem).toEqual(judged);
    }
    const told = await app.context.database.pool.query("SELECT title FROM incident WHERE title LIKE 'Empty%'");
    expect(told.rows).toEqual([{ title: 'Empty: shop.example/ads.txt' }]);
    for (const [page, told] of [
      ['{}', 'unreachable page'],
      ['nothing', 'unreachable page'],
      ['{"version":"1.0","sellers":[]}', 'unreachable empty'],
      [{ status: 404 }, 'missing HTTP 404'],
    ] as const) {
      pages.set(SELLERS, page);
      await supply.fetchAll();
      expect(await states()).toContain(`sellers ${told}`);
      expect(await supply.told()).toEqual(judged);
    }
    // What comes meanwhile is compared with what was last seen; beyond seven days with nothing.
    await supply.sold(onDay('2025-11-26'), 'within.csv');
    await supply.sold(onDay('2025-11-28'), 'beyond.csv');
    expect(await supply.told()).toEqual([...judged, ...judged, '', '', '']);
    expect(await versions()).toBe(2);
  });

  it('that is gone says nothing from then on, and what it said before stays; when it is there again it holds again', async () => {
    app.clock.advance(9 * DAY);
    pages.set(ADS, FILE);
    pages.set(SELLERS, LIST);
    await supply.fetchAll();
    app.clock.advance(DAY);
    pages.set(ADS, { status: 404 });
    await supply.fetchAll();
    await supply.fetchAll();
    expect(await states()).toEqual(['ads missing HTTP 404', 'sellers current']);
    app.clock.advance(DAY);
    pages.set(ADS, FILE);
    await supply.fetchAll();
    const before = await supply.told();
    const says = ['direct', 'unauthorised', 'unknown_seller'];
    await supply.sold(['2025-11-29', '2025-11-30', '2025-12-01'].flatMap(onDay), 'gone.csv');
    expect(await supply.told()).toEqual([...before, ...says, '', '', 'unknown_seller', ...says]);
    expect(await versions()).toBe(5);
  });

  it('that did not change is neither written nor compared anew: only how long it holds moves', async () => {
    const { clickhouse } = app.context;
    const statements: string[] = [];
    const having = {
      ...supply.parts(),
      clickhouse: {
        ...clickhouse,
        changes: 0,
        insert: (async (table, rows, options) => {
          statements.push(`${table} ${rows.length}`);
          return clickhouse.insert(table, rows, options);
        }) satisfies typeof clickhouse.insert,
        command: (async (statement, options) => {
          statements.push(options?.tag ?? 'statement');
          return clickhouse.command(statement, options);
        }) satisfies typeof clickhouse.command,
      },
    };
    const until = async () =>
      (
        await clickhouse.query<{ until: string }>(
          sql`SELECT toString(max(valid_until)) AS until FROM seller_file FINAL WHERE name = 'shop.example'`,
        )
      )[0]?.until;
    const held = await until();
    app.clock.advance(DAY);
    await supply.fetchAll(SITE, having);
    expect(statements).toEqual(['seller_file 1', 'seller_file 1']);
    expect(Date.parse(`${await until()}Z`) - Date.parse(`${held}Z`)).toBe(DAY);
    expect(await versions()).toBe(5);
  });
});
