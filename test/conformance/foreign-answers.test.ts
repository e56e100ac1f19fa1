// @vitest-environment-options { "alone": "memory of the process and what its engine holds" }
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EndpointShape } from '#platform/contract/endpoint.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { requestsOf } from '../support/requests-of.ts';
import { useApp } from '../support/use-app.ts';

/** Broken-off calls; `npm run test:all` makes 10,000 of them. */
const ABORTS = Number(process.env['ADSIEVE_ABORTS'] ?? 120);
const SEED = Number(process.env['ADSIEVE_SEED'] ?? Date.now() % 100_000);
/** Longer than one round takes on a busy machine. */
const MS_AT_MOST = 2_000;
/** Rounds under way at once: as many people look at boards at the same time. */
const AT_ONCE = 3;
const PUBLISHERS = 30_000;

const app = useApp();
const tokens = { canary: '', own: '' };
let address = '';

const RANGE = { fromDate: '2026-11-01', toDate: '2026-11-20', start_date: '2026-11-01', end_date: '2026-11-20' };
const knownOf = (packageName: string) => ({ package_name: packageName, time_zone: 'UTC', ...RANGE });

beforeAll(async () => {
  const { clickhouse } = app.context;
  for (const [name, word] of [
    ['canary.example', 'canary'],
    ['own.example', 'mine'],
  ] as const) {
    await app.package({ name, dashboardTypes: ['Click', 'Visit'] });
    const few = word === 'mine' ? 40 : PUBLISHERS;
    await clickhouse.insert(
      'traffic',
      Array.from({ length: few * 2 }, (_, n) => ({
        package: name,
        kind: n % 10 === 9 ? 'visit' : 'click',
        ts: `2026-11-${String(1 + (n % 19)).padStart(2, '0')} 12:00:00.000`,
        publisher: `${word} publisher ${n % few}`,
        sub_publisher: `${word} site ${n % few}`,
        campaign: `${word} campaign ${n % 50}`,
        placement: `${word} place ${n % few}`,
        user_agent: `${word} agent`,
        click_id: `${word}-${n}`,
        verdict: n % 3 === 0 ? 'fraud' : 'clean',
        reason: n % 3 === 0 ? 'bot.declared' : '',
      })),
    );
  }
  tokens.canary = await app.signIn({ email: 'a@canary.example', role: 'customer', packages: ['canary.example'] });
  tokens.own = await app.signIn({ email: 'b@own.example', role: 'customer', packages: ['own.example'] });
  address = await app.app.http.listen({ port: 0, host: '127.0.0.1' });
}, 120_000);

/** Megabytes the engine counts as its own, and of the whole process. */
async function counted(): Promise<{ engine: number; process: number }> {
  const [row] = await app.context.clickhouse.query<{ bytes: number }>(
    sql`SELECT value AS bytes FROM system.metrics WHERE metric = 'MemoryTracking'`,
  );
  return { engine: Math.round((row?.bytes ?? 0) / 1e6), process: Math.round(process.memoryUsage.rss() / 1e6) };
}

// A call that was broken off before it was sent leaves a connection without one, which the server would wait for.
afterAll(() => app.app.http.server.closeAllConnections());

interface Call {
  url: string;
  of: EndpointShape;
}

const callsOf = (endpoints: readonly EndpointShape[], packageName: string, seed: number): Call[] =>
  endpoints.flatMap((of) =>
    fc.sample(requestsOf(of, knownOf(packageName)), { numRuns: 1, seed }).map(({ path, query }) => ({
      of,
      url: `${address}${path}?${new URLSearchParams(query.filter(([name]) => KEPT.has(name)))}`,
    })),
  );
/** What else there is to filter by would make most answers empty. */
const KEPT = new Set(['package_name', 'dashboard_type', 'time_zone', ...Object.keys(RANGE)]);

const isLong = ({ path }: EndpointShape): boolean => /publisher|placement|events|lazyfilters|filters/.test(path);

it(`no call of one package gets a row of another, however many calls of the other are broken off (seed ${SEED})`, {
  timeout: 60_000 + ABORTS * MS_AT_MOST,
}, async () => {
  const reads = app.app.routes
    .map(({ endpoint }) => endpoint)
    .filter(({ method, access }) => method === 'GET' && access !== 'public' && access !== 'session');
  const [canaries, own] = [callsOf(reads.filter(isLong), 'canary.example', SEED), callsOf(reads, 'own.example', SEED)];
  const lists = own.filter(({ of }) => isLong(of));
  expect(canaries.length).toBeGreaterThan(40);
  expect(own.length).toBeGreaterThan(100);
  const found = { answered: 0, withRows: 0, broken: 0 };

  const breakOff = async ({ url }: Call, after: number): Promise<void> => {
    const stop = new AbortController();
    const asked = fetch(url, { headers: { authorization: tokens.canary }, signal: stop.signal })
      .then((answer) => answer.arrayBuffer())
      .catch(() => {
        found.broken++;
      });
    await sleep(after);
    stop.abort();
    await asked;
  };
  const ask = async ({ url }: Call): Promise<void> => {
    const answer = await fetch(url, { headers: { authorization: tokens.own } });
    const body = await answer.text();
    found.answered++;
    if (answer.ok && body.includes('mine')) found.withRows++;
    expect(body.includes('canary'), `${answer.status} ${url}\n${body.slice(0, 500)}`).toBe(false);
    expect(answer.status, `${url}\n${body.slice(0, 500)}`).toBeLessThan(500);
  };

  const before = await counted();
  const random = fc.sample(fc.nat(1_000_000), { numRuns: 3 * ABORTS, seed: SEED });
  let next = 0;
  const round = async (n: number): Promise<void> => {
    const [a = 0, b = 0, c = 0] = random.slice(3 * n);
    const broken = canaries[a % canaries.length];
    const mine = [own[n % own.length], lists[b % lists.length]].filter((call) => call !== undefined);
    if (!broken) return;
    await Promise.all([breakOff(broken, c % 250), ...mine.map(ask)]);
  };
  const rounds = async (): Promise<void> => {
    while (next < ABORTS) await round(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, rounds));

  const info = await app.context.clickhouse.info();
  const after = await counted();
  process.stdout.write(`aborts: ${JSON.stringify({ ...found, seed: SEED, before, after })}\n`);
  // What broken-off statements held is given back; caches of what was read may stay.
  expect(after.engine - before.engine).toBeLessThan(150);
  expect(found.broken).toBeGreaterThan(ABORTS / 10);
  expect(found.withRows).toBeGreaterThan(ABORTS / 10);
  expect([info.foreignAnswers, info.stuckStatements]).toEqual([0, 0]);
  // Whatever was broken off is gone: only the question about it runs.
  await expect
    .poll(async () => (await app.context.clickhouse.info()).running, { timeout: 20_000 })
    .toEqual({ light: 1, heavy: 0, write: 0 });
});
