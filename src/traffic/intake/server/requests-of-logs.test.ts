// @drawn one form of files among many
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { systemScope } from '#platform/server/access/scope.ts';
import type { ImportMapping } from '#traffic/intake/contract/import-mapping.ts';
import { PACKAGE, useImports } from '../../../../test/support/use-imports.ts';
import { findMapping, saveMapping, toView } from './import-store.ts';
import { previewImport } from './preview.ts';
import { sampleOfBytes } from './sources/read-sample.ts';

const imports = useImports();
beforeEach(() => imports.clear());

interface Request {
  asked: string;
  status?: number;
  bytes?: string;
  referrer?: string;
}

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const log = (requests: readonly Request[]): string =>
  requests
    .map(
      ({ asked, status = 200, bytes = '5120', referrer = '-' }, n) =>
        `91.64.3.${n % 200} - - [01/Mar/2026:10:${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')} +0000] "${asked}" ${status} ${bytes} "${referrer}" "${AGENT}"\n`,
    )
    .join('');
const get = (path: string, more: Omit<Request, 'asked'> = {}): Request => ({ asked: `GET ${path} HTTP/1.1`, ...more });

const previewOf = async (text: string, name = 'access.log') =>
  previewImport({
    clickhouse: imports.deps.clickhouse,
    packageName: PACKAGE,
    fileName: name,
    timeZone: 'UTC',
    sample: await sampleOfBytes(Buffer.from(text), name),
  });

const PAGES = [
  '/',
  '/blog/',
  '/blog/post.html',
  '/shop/item.php?id=7&img=a.png',
  '/about',
  '/v1.2/notes',
  '/user/ann.lee',
  '/index.xhtml',
  '/collections/ping-pong',
  '/status',
  // Words of feeds where they are none: a search, a way here, a name.
  '/search?q=rss',
  '/post?utm_source=rss&utm_medium=feed',
  '/blog?tag=atom&type=rssx',
  '/feeding-cats',
  '/me?view=feed',
].map((path) => get(path));
const OTHERS: Record<string, Request[]> = {
  asset: [
    '/a.PNG',
    '/img/logo.svg?v=3',
    '/style.css',
    '/app.3f2a.js',
    '/f.woff2',
    '/favicon.ico',
    '/manual.pdf',
    '/x.tar.gz',
  ].map((path) => get(path)),
  feed: [
    '/robots.txt',
    '/feed/',
    '/blog/atom.xml',
    '/sitemap-2.xml',
    '/.well-known/security.txt',
    '/app-ads.txt',
    '/?flav=rss20',
    '/blog/tags/puppet?flav=atom',
    '/?p=7&feed=rss2',
    '/?feed=comments-rss2',
    '/news?format=feed&type=rss',
    '/posts?ALT=RSS#top',
    '/?rss',
    '/rss.xml',
    '/blog.rss20',
    '/comments/feed',
    '/wp-rss2.php',
  ].map((path) => get(path)),
  call: [
    { asked: 'POST /checkout HTTP/1.1' },
    { asked: 'HEAD / HTTP/1.1' },
    { asked: 'OPTIONS * HTTP/1.0' },
    get('/api/cart'),
    get('/shop/wp-json/items'),
    get('/data/prices.json'),
    get('/seen', { status: 204, bytes: '0' }),
    get('/pixel.gif', { bytes: '43' }),
    get('/seen', { bytes: '-' }),
    get('/collect?e=view'),
  ],
  redirect: [get('/old', { status: 301 }), get('/login.png', { status: 302 })],
  error: [get('/nothing', { status: 404 }), get('/a.png', { status: 500 }), { asked: '\\x16\\x03\\x01', status: 400 }],
};
/** Asked for again with what the browser has already: seen all the same. */
const UNCHANGED = [get('/blog/', { status: 304, bytes: '-' }), get('/a.css', { status: 304, bytes: '-' })];
const MIXED = log([...PAGES, ...Object.values(OTHERS).flat(), ...UNCHANGED, get('/bad', { bytes: 'x' })]).replace(
  / "GET \/bad.*\n/,
  ' nonsense\n',
);

describe('a log of requests is not a list of visits', () => {
  test('only pages become visits, and what is left out is counted by what it was: accepted, rejected and left out are all records', async () => {
    const done = await imports.run('access.log', MIXED);
    const others = Object.entries(OTHERS).map(([what, requests]) => [
      what,
      requests.length + (what === 'asset' ? 1 : 0),
    ]);
    expect(Object.fromEntries(done.leftOut.map(({ what, records }) => [what, records]))).toEqual(
      Object.fromEntries(others),
    );
    expect(done.leftOut.find(({ what }) => what === 'asset')?.example).toBe('/a.PNG');
    const { records, accepted, rejected, left_out } = toView(done);
    expect({ accepted, rejected }).toEqual({ accepted: PAGES.length + 1, rejected: 1 });
    expect(accepted + rejected + left_out.reduce((sum, each) => sum + each.records, 0)).toBe(records);
    expect(await imports.count()).toBe(accepted);
    expect((await imports.rows<{ url: string }>('url')).map(({ url }) => url)).toEqual([
      ...PAGES.map(({ asked }) => asked.split(' ')[1]),
      '/blog/',
    ]);
    expect(await imports.rejects(done)).toHaveLength(1);
  });

  test('the preview counts the first records by class and shows the visits among them', async () => {
    const preview = await previewOf(MIXED);
    expect(preview.requests?.records).toBe(PAGES.length + Object.values(OTHERS).flat().length + UNCHANGED.length);
    const counted = Object.fromEntries(preview.requests?.classes.map(({ what, records }) => [what, records]) ?? []);
    expect(counted).toEqual({ page: PAGES.length + 1, asset: 9, feed: 17, call: 10, redirect: 2, error: 3 });
    expect(preview.rows.map(({ values }) => values.url)).toEqual([
      ...PAGES.map(({ asked }) => asked.split(' ')[1]),
      '/blog/',
    ]);
    expect(preview.rows.filter(({ fault }) => fault)).toEqual([]);
    // No log names a declared country or a receipt, so no detector is blamed on it for that.
    expect(preview.blind).toEqual([]);
  });

  test('who wants other requests too chooses them; what was there stays, and comes no second time', async () => {
    const { mapping } = await previewOf(MIXED);
    const pages = toView(await imports.run('access.log', MIXED));
    const take = ['page', 'asset', 'feed', 'call', 'redirect'] as const;
    const requests = { contentType: [], size: ['bytes'], take: [...take] };
    const more = await imports.run('access.log', MIXED, { ...mapping, requests });
    expect(more.leftOut.map(({ what, records }) => ({ what, records }))).toEqual([{ what: 'error', records: 3 }]);
    expect(more.duplicates).toBe(pages.accepted);
    expect(await imports.count()).toBe(more.records - 1 - 3);
  });

  test('a log without a single page says so before and after', async () => {
    const pictures = log(['/a.png', '/b.png', '/c.css'].map((path) => get(path)));
    expect((await previewOf(pictures)).problem).toMatchObject({ step: 'requests', told: { code: 'warn_no_request' } });
    const failed = await imports.run('pictures.log', pictures);
    expect(failed).toMatchObject({
      state: 'failed',
      records: 3,
      rejected: 0,
      leftOut: [{ what: 'asset', records: 3 }],
    });
    expect(failed.error).toContain('none of its 3 records is a request of the kinds chosen');
  });

  test('where a log names the type of what it answered, that tells more than the address', async () => {
    const line = (request_uri: string, content_type: string, more: object = {}) =>
      `${JSON.stringify({ time_iso8601: '2026-03-01T10:00:00Z', remote_addr: '91.64.3.2', request_method: 'GET', request_uri, status: 200, http_user_agent: AGENT, content_type, bytes: 900, ...more })}\n`;
    const text = [
      line('/download', 'application/pdf'),
      line('/api/help', 'text/html; charset=utf-8'),
      line('/news', 'application/rss+xml'),
      line('/cart', 'application/json'),
      line('/photo', 'image/avif'),
      line('/', 'text/html'),
      line('/plain', ''),
      line('/quiet', 'text/html', { bytes: 0, status: 204 }),
    ].join('');
    const done = await imports.run('access.json', text);
    expect(done.mapping).toMatchObject({
      format: 'json_log',
      requests: { contentType: ['content_type'], size: ['bytes'] },
    });
    const urls = (await imports.rows<{ url: string }>('url')).map(({ url }) => url);
    expect(urls.sort()).toEqual(['/', '/api/help', '/plain']);
    expect(Object.fromEntries(done.leftOut.map(({ what, records }) => [what, records]))).toEqual({
      asset: 2,
      feed: 1,
      call: 2,
    });
  });
});

describe('the site itself is no publisher', () => {
  const publishers = async () =>
    Object.fromEntries(
      (await imports.rows<{ url: string; publisher: string }>('url, publisher')).map(({ url, publisher }) => [
        url,
        publisher,
      ]),
    );
  const visits = [
    get('/a', { referrer: `https://www.${PACKAGE}/` }),
    get('/b', { referrer: `http://blog.${PACKAGE}:8080/x` }),
    get('/c', { referrer: `https://not${PACKAGE}/` }),
    get('/d', { referrer: 'https://news.example/' }),
    get('/e'),
    get(`/f?utm_source=letter`, { referrer: `https://${PACKAGE}/` }),
    get('/g', { referrer: 'https://old-name.example/p' }),
  ];

  test('who comes from a page of the package is going on within it; direct stays direct, others are who they are', async () => {
    await imports.run('access.log', log(visits));
    expect(await publishers()).toEqual({
      '/a': 'internal',
      '/b': 'internal',
      '/c': `not${PACKAGE}`,
      '/d': 'news.example',
      '/e': 'direct',
      '/f?utm_source=letter': 'letter',
      '/g': 'old-name.example',
    });
  });

  test('a site of another name is told by the pages its own pictures and styles stand in', async () => {
    const assets = Array.from({ length: 12 }, (_, n) => get(`/s${n}.css`, { referrer: 'https://old-name.example/p' }));
    const embedded = get('/s.png', { referrer: 'https://forum.example/t' });
    const text = log([...visits, ...assets, embedded]);
    expect((await previewOf(text)).mapping.site).toEqual(['old-name.example']);
    await imports.run('access.log', text);
    expect(await publishers()).toMatchObject({ '/g': 'internal', '/d': 'news.example', '/a': 'internal' });
  });

  test('a log that names the host of each request knows it by that', async () => {
    const line = (host: string) =>
      `${host}:443 91.64.3.2 - - [01/Mar/2026:10:00:00 +0000] "GET /${host} HTTP/1.1" 200 900 "https://www.one.example/" "${AGENT}"\n`;
    await imports.run('access.log', line('one.example') + line('two.example'));
    expect(await publishers()).toEqual({ '/one.example': 'internal', '/two.example': 'one.example' });
  });
});

test('mappings saved before there was a choice take pages only, and models that stand alone', async () => {
  const { database } = imports.deps;
  const { requests: _, site: __, ...ofLog } = (await previewOf(MIXED)).mapping;
  const header =
    'AppsFlyer ID,Media Source,Attributed Touch Type,Attributed Touch Time,Event Time,Event Name,Device Type\n';
  const installs = `${header}1-1,net,click,2026-03-01 09:00:00,2026-03-01 10:00:00,install,iPhone14\n`;
  const { mapping: guessed } = await previewOf(installs, 'installs.csv');
  const alone = (orWhole?: boolean): ImportMapping => ({
    ...guessed,
    fields: {
      ...guessed.fields,
      device_model: { from: ['device_type'], split: { by: '::', take: 'after', ...(orWhole ? { orWhole } : {}) } },
    },
  });
  const save = (fingerprint: string, mapping: ImportMapping) =>
    saveMapping(systemScope(), database, { packageName: PACKAGE, fingerprint, mapping });
  await save('log', ofLog);
  await save('installs', alone());
  await database.pool.query(readFileSync('db/postgres/0102_requests_of_logs.sql', 'utf8'));
  expect(await findMapping(systemScope(), database, PACKAGE, 'log')).toEqual({
    ...ofLog,
    requests: { take: ['page'], contentType: [], size: ['bytes'] },
    site: [],
  });
  const mended = await findMapping(systemScope(), database, PACKAGE, 'installs');
  expect(mended).toEqual(alone(true));
  await imports.run('installs.csv', installs, mended ?? undefined);
  expect(await imports.rows('device_model, device_brand')).toEqual([{ device_model: 'iPhone14', device_brand: '' }]);
});
