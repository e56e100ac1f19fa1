/**
 * A feed of 100,000 entries from the running program: whole, compressed, asked again by its tag, eight readers at once;
 * and how long after it is taken off an entry still stands in it. Keeps its data below `.tmp/` and removes it.
 * `npm run build && npm run bench -- feeds [--rows N]`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { openContext } from '#app/server/open-context.ts';
import { ROOT } from '#app/server/places.ts';
import { createUser } from '#domains/account/server/users.ts';
import { hashOf } from '#domains/block-lists/server/feed-store.ts';
import { writeFeeds } from '#domains/block-lists/server/feed-text.ts';
import { createPackage } from '#platform/server/access/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { readConfig } from '#platform/server/config.ts';
import { median, quantile, tokenOf } from '../boards/client.ts';
import { PERSON } from '../boards/seed.ts';
import { residentMegabytes, startServer } from '../boards/server.ts';

const ENTRIES = Number(process.argv[process.argv.indexOf('--rows') + 1] || 100_000) || 100_000;
const PACKAGE = 'feeds.example';
const FORMATS = ['text', 'csv', 'nginx_deny'] as const;
const REQUESTS = 200;
const AT_ONCE = 8;
const REMOVED = 8;
const PORT = '4898';
const BASE = `http://127.0.0.1:${PORT}`;

const folder = mkdtempSync(join(ROOT, '.tmp', 'bench-feeds-'));
const env = { ADSIEVE_DATA: folder, ADSIEVE_PORT: PORT, LOG_LEVEL: 'silent' };
const secretOf = (format: string): string => format.padEnd(43, 'x');
const urlOf = (format: string): string => `${BASE}/feeds/${secretOf(format)}/bench.txt`;
/** Each another one, in networks of its own. */
const address = (n: number): string => `${10 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}.7`;
const say = (text: string): void => console.log(text);

async function seed(): Promise<void> {
  const context = await openContext(readConfig({ ...env }), (_title, work) => work());
  const { database, clickhouse, packageInfo } = context;
  await createPackage(database, {
    name: PACKAGE,
    title: 'Feeds',
    platform: 'web',
    timeZone: 'UTC',
    currency: 'EUR',
    dashboardTypes: ['Visit'],
  });
  await createUser(database, { ...PERSON, name: 'Bench', role: 'admin' });
  await database.pool.query(
    `INSERT INTO block_entry (package_name, kind, value, reason, author)
     SELECT $1, 'address', value, 'Clicks all night', 'Bench' FROM unnest($2::text[]) AS value`,
    [PACKAGE, Array.from({ length: ENTRIES }, (_, n) => address(n))],
  );
  await database.pool.query('INSERT INTO block_list (package_name, changes) VALUES ($1, 1)', [PACKAGE]);
  for (const format of FORMATS)
    await database.pool.query(
      `INSERT INTO block_feed (package_name, name, format, kinds, secret_hash, created_by)
       VALUES ($1, $2, $2, '{address}', $3, 'Bench')`,
      [PACKAGE, format, hashOf(secretOf(format))],
    );
  const now = (): Date => new Date();
  await writeFeeds(systemScope(), { database, clickhouse, packageInfo, now, files: context.files }, PACKAGE);
  await context.close();
}

/** With node's own client an answer is read and unpacked as a reader would; the bytes that came are told beside. */
async function fetched(
  url: string,
  headers: Record<string, string>,
): Promise<{ ms: number; answer: Response; text: string }> {
  const started = performance.now();
  const answer = await fetch(url, { headers });
  const text = await answer.text();
  return { ms: performance.now() - started, answer, text };
}

interface Asked {
  url: string;
  headers: Record<string, string>;
  /** The text; undefined where it has not changed. */
  expected?: string;
  atOnce?: number;
}

async function timesOf(what: string, { url, headers, expected, atOnce = 1 }: Asked): Promise<number[]> {
  const times: number[] = [];
  const work = async (): Promise<void> => {
    while (times.length < REQUESTS) {
      const { ms, answer, text } = await fetched(url, headers);
      if (answer.status !== (expected === undefined ? 304 : 200)) throw new Error(`${what} answered ${answer.status}`);
      if (text !== (expected ?? '')) throw new Error(`${what} answered another text`);
      times.push(ms);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return times.slice(0, REQUESTS);
}

/** Bytes on the wire. */
async function wire(url: string, encoding: string): Promise<number> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': encoding } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const body = Buffer.concat(parts);
        if (encoding === 'gzip' && gunzipSync(body).length <= body.length) throw new Error('It was not compressed');
        resolve(body.length);
      });
    })
      .on('error', reject)
      .end();
  });
}

/** From taking an entry off to the first answer without it. */
async function untilGone(token: string, url: string, n: number): Promise<number> {
  const value = address(n);
  const list = `${BASE}/api/web-bi/tools/blacklist`;
  const headers = { authorization: token };
  const found = (await (await fetch(`${list}?package_name=${PACKAGE}&search=${value}`, { headers })).json()) as {
    data: { id: number; value: string }[];
  };
  const entry = found.data.find((each) => each.value === value);
  let { answer, text } = await fetched(url, { 'accept-encoding': 'identity' });
  if (!entry || !text.includes(`${value}\n`)) throw new Error(`${value} is not there`);
  const started = performance.now();
  const removed = await fetch(`${list}/${entry.id}`, { method: 'DELETE', headers });
  if (!removed.ok) throw new Error(`Taking it off answered ${removed.status}`);
  do {
    await sleep(10);
    ({ answer, text } = await fetched(url, { 'if-none-match': answer.headers.get('etag') ?? '' }));
    if (performance.now() - started > 120_000) throw new Error(`${value} stays in the feed`);
  } while (answer.status === 304);
  if (text.includes(`${value}\n`)) throw new Error(`${value} is still in the feed`);
  return performance.now() - started;
}

await seed();
say(`A feed of ${ENTRIES} entries; ${cpus().length} cores ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}\n`);
const { server } = await startServer(env, BASE);
try {
  say('| Answer | Bytes | Median ms | 95th ms | Worst ms |');
  say('| --- | ---: | ---: | ---: | ---: |');
  const row = (what: string, bytes: number, times: readonly number[]): void =>
    say(
      `| ${what} | ${bytes.toLocaleString('en')} | ${median(times).toFixed(1)} | ${quantile(times, 0.95).toFixed(1)} | ${quantile(times, 1).toFixed(1)} |`,
    );
  for (const format of FORMATS) {
    const url = urlOf(format);
    const plain = { 'accept-encoding': 'identity' };
    const first = await fetched(url, plain);
    const expected = first.text;
    if (expected.split('\n').length < ENTRIES) throw new Error(`${format} is not whole`);
    const bytes = await wire(url, 'identity');
    row(`${format}, the first`, bytes, [first.ms]);
    row(`${format}, whole`, bytes, await timesOf('whole', { url, headers: plain, expected }));
    const packed = { url, headers: { 'accept-encoding': 'gzip' }, expected };
    row(`${format}, compressed`, await wire(url, 'gzip'), await timesOf('compressed', packed));
    const tag = { 'if-none-match': first.answer.headers.get('etag') ?? '' };
    row(`${format}, by its tag`, 0, await timesOf('by its tag', { url, headers: tag }));
    const crowd = await timesOf('at once', { url, headers: plain, expected, atOnce: AT_ONCE });
    row(`${format}, whole, ${AT_ONCE} at once`, bytes, crowd);
  }
  const token = await tokenOf(BASE, PERSON);
  const gone: number[] = [];
  for (let n = 0; n < REMOVED; n++) gone.push(await untilGone(token, urlOf('text'), n * 1_009));
  say(
    `\nFrom taking an entry off to the feed without it, ${REMOVED} times: median ${(median(gone) / 1000).toFixed(2)} s, worst ${(quantile(gone, 1) / 1000).toFixed(2)} s. Memory of everything: ${residentMegabytes(server.pid ?? 0).toFixed(0)} MB.`,
  );
} finally {
  server.kill();
  await sleep(2_000);
  rmSync(folder, { recursive: true, force: true });
}
