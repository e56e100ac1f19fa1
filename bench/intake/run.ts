import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openContext } from '#app/server/open-context.ts';
import { ROOT } from '#app/server/places.ts';
import { createPackage } from '#platform/server/access/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { readConfig } from '#platform/server/config.ts';
import { makeKey } from '#traffic/collector/server/write-keys.ts';
import { cpuMilliseconds, residentMegabytes, startServer } from '../boards/server.ts';
import { bareServer } from './bare.ts';
import { beside, floodAlone, lagsOf, type Neighbour } from './beside.ts';
import { type Measured, press, pressAt } from './load.ts';
import { soak } from './soak.ts';

const PACKAGE = 'live.example';
const FOLDER = join(ROOT, '.tmp', 'bench-intake');
const PORT = '4896';
const BARE = '4895';
const BASE = `http://127.0.0.1:${PORT}`;
const CONNECTIONS = 32;
const BATCH = 100;
const KEYS = 8;
const SECONDS = Number(process.argv[process.argv.indexOf('--seconds') + 1] || 8) || 8;
/** Minutes of a steady stream in the place of everything else. */
const SOAK = process.argv.includes('--soak') ? Number(process.argv[process.argv.indexOf('--soak') + 1]) || 30 : 0;
/** Events a second of that stream, in hundreds: a third of the 7,700 a second that were loaded beside a flood. */
const RATE = Number(process.argv[process.argv.indexOf('--rate') + 1]) || 2500;
/** Neighbours beside a flood, in the place of everything else. */
const BESIDE = process.argv.includes('--beside');
const NEIGHBOUR = 'neighbour.example';
const env = { ADSIEVE_DATA: FOLDER, ADSIEVE_PORT: PORT, LOG_LEVEL: 'silent' };
const say = (text: string): void => console.log(text);

let nth = 0;
const event = (): object => {
  nth++;
  return {
    event_id: `bench-${nth}`,
    publisher: `publisher ${nth % 50}`,
    campaign: 'spring',
    click_id: `c${nth}`,
    ip: `84.${nth % 250}.${(nth >> 8) % 250}.7`,
    user_agent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${120 + (nth % 20)}.0.0.0 Safari/537.36`,
    declared_country: 'DE',
  };
};

const inside = async <T>(work: (context: Awaited<ReturnType<typeof openContext>>) => Promise<T>): Promise<T> => {
  const context = await openContext(readConfig({ ...env }), (_title, step) => step());
  try {
    return await work(context);
  } finally {
    await context.close();
  }
};

const at = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);

function line(name: string, { requests, seconds, ms, accepted, refused }: Measured): void {
  const others = [...refused].map(([status, n]) => `${n} times ${status}`).join(', ') || 'none refused';
  say(
    `${name.padEnd(34)} ${Math.round(requests / seconds)} requests/s  ${Math.round(accepted / seconds)} events/s  p50 ${at(ms, 0.5)} ms  p99 ${at(ms, 0.99)} ms  ${others}`,
  );
}

const bodyOf = (size: number) => () => JSON.stringify(size === 1 ? event() : Array.from({ length: size }, event));
const INGEST = `${BASE}/api/ingest/click`;

/** As fast as answers come: events a second against the least that could answer. */
async function saturate(server: ChildProcess, keys: readonly string[], name: string, size: number): Promise<Measured> {
  const pressing = { connections: CONNECTIONS, keys, body: bodyOf(size) };
  const least = await press(`http://127.0.0.1:${BARE}/`, { ...pressing, seconds: SECONDS / 2 });
  line(`bare parse, ${name}`, least);
  const before = cpuMilliseconds(server.pid ?? 0);
  const ours = await press(INGEST, { ...pressing, seconds: SECONDS });
  const spent = cpuMilliseconds(server.pid ?? 0) - before;
  line(`Adsieve, ${name}`, ours);
  say(
    `  ratio ${(ours.requests / ours.seconds / (least.requests / least.seconds)).toFixed(3)}, ${((1000 * spent) / ours.accepted).toFixed(1)} µs of processor an event in all processes, loading too`,
  );
  return ours;
}

/** More than there is time for: what is refused, and what it takes in memory. */
async function flood(server: ChildProcess, keys: readonly string[], times: number, rate: number): Promise<Measured> {
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(server.pid ?? 0));
  }, 500);
  const measured = await pressAt(INGEST, { rate: times * rate, seconds: SECONDS, keys, body: bodyOf(BATCH) });
  clearInterval(watch);
  line(`${times} times as many batches`, measured);
  say(`  ${Math.round(peak)} MB at most in all processes, ${measured.unsent} requests never sent: 2,000 were open`);
  return measured;
}

async function pressed(server: ChildProcess, keys: readonly string[]): Promise<number> {
  const single = await saturate(server, keys, 'one event a request', 1);
  const batches = await saturate(server, keys, `${BATCH} events a request`, BATCH);
  const half = single.requests / single.seconds / 2;
  const open = await pressAt(INGEST, { rate: half, seconds: SECONDS, keys, body: bodyOf(1) });
  line('Adsieve, at half of that', open);
  const rate = batches.requests / batches.seconds;
  const floods = [await flood(server, keys, 3, rate), await flood(server, keys, 10, rate)];
  return [single, batches, open, ...floods].reduce((sum, { accepted }) => sum + accepted, 0);
}

async function main(): Promise<void> {
  say(`Intake, ${cpus().length} cores ${cpus()[0]?.model ?? ''}, load ${loadavg()[0]?.toFixed(1)}\n`);
  rmSync(FOLDER, { recursive: true, force: true });
  const { keys, neighbours } = await inside(async ({ database }) => {
    const record = { title: 'Live', timeZone: 'UTC', currency: 'EUR', dashboardTypes: ['Click'] };
    for (const name of [PACKAGE, NEIGHBOUR]) await createPackage(database, { ...record, name, platform: 'web' });
    const make = async (name: string, package_name = PACKAGE) =>
      (await makeKey(systemScope(), database, new Date(), { package_name, name, origins: [] })).secret;
    const neighbours = new Map<Neighbour, string>([
      ['another package', await make('Neighbour', NEIGHBOUR)],
      ['the same package', await make('Neighbour')],
    ]);
    // One key alone may not send so much.
    return { neighbours, keys: await Promise.all(Array.from({ length: KEYS }, (_, nth) => make(`Bench ${nth}`))) };
  });
  const bare = spawn('npx', ['tsx', '--conditions=development', join(import.meta.dirname, 'run.ts'), '--bare'], {
    stdio: 'ignore',
    detached: true,
  });
  const { server } = await startServer(env, BASE);
  let acknowledged = 0;
  try {
    await sleep(3000);
    if (SOAK) {
      // Of one key: several of a package are loaded in turn, five thousand events at a time, with a rest after each.
      const steady = { url: INGEST, keys: keys.slice(0, 1), body: bodyOf(BATCH), rate: RATE / BATCH, minutes: SOAK };
      acknowledged = await soak(server.pid ?? 0, { ...steady, say });
    } else if (BESIDE)
      acknowledged = await beside(server, { url: INGEST, flood: keys[0] ?? '', neighbours, seconds: SECONDS, say });
    else acknowledged = await pressed(server, keys);
  } finally {
    if (bare.pid) process.kill(-bare.pid);
    server.kill('SIGTERM');
    await new Promise((ended) => server.once('exit', ended));
  }
  await counted(acknowledged);
}

/** After a start of its own: what is stored and what waits are what was acknowledged, each event once. */
async function counted(acknowledged: number): Promise<void> {
  const started = performance.now();
  const { server } = await startServer(env, BASE);
  await sleep(BESIDE ? 1000 : SECONDS * 10_000);
  server.kill('SIGTERM');
  await new Promise((ended) => server.once('exit', ended));
  await inside(async (context) => {
    const { clickhouse, database } = context;
    if (BESIDE) await lagsOf(context, say);
    const [stored] = await clickhouse.query<{ n: number; ids: number }>(
      sql`SELECT count() AS n, uniqExact(row_id) AS ids FROM traffic`,
    );
    const { rows } = await database.pool.query<{ n: number; loads: number[] }>(
      "SELECT coalesce(sum(n), 0)::int AS n, coalesce(array_agg(DISTINCT load_id) FILTER (WHERE load_id IS NOT NULL), '{}') AS loads FROM intake_batch",
    );
    // Of a load that was broken off between its last two steps the rows are there already.
    const [broken] = await clickhouse.query<{ n: number }>(
      sql`SELECT count() AS n FROM traffic WHERE has(${typed('Array(UInt32)', rows[0]?.loads ?? [])}, import_id)`,
    );
    const waiting = (rows[0]?.n ?? 0) - (broken?.n ?? 0);
    say(
      `\n${acknowledged} acknowledged; ${stored?.n} stored (${stored?.ids} different), ${waiting} waiting ${((performance.now() - started) / 1000).toFixed(0)} s after the last`,
    );
    if ((stored?.n ?? 0) + waiting !== acknowledged || stored?.n !== stored?.ids)
      throw new Error('not what was acknowledged');
  });
}

// In a process of its own, as the server is.
const FLOOD = process.argv.indexOf('--flood');
if (process.argv.includes('--bare')) bareServer(Number(BARE));
else if (FLOOD > 0) await floodAlone(INGEST, process.argv[FLOOD + 1] ?? '', SECONDS, bodyOf(BATCH));
else await main();
