import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openContext } from '#app/server/open-context.ts';
import { ROOT } from '#app/server/places.ts';
import { createPackage } from '#platform/server/access/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { readConfig } from '#platform/server/config.ts';
import { makeKey } from '#traffic/collector/server/write-keys.ts';
import { cpuMilliseconds, startServer } from '../boards/server.ts';
import { bareServer } from './bare.ts';
import { type Measured, press } from './load.ts';

const PACKAGE = 'live.example';
const FOLDER = join(ROOT, '.tmp', 'bench-intake');
const PORT = '4896';
const BARE = '4895';
const BASE = `http://127.0.0.1:${PORT}`;
const CONNECTIONS = 32;
const BATCH = 100;
const SECONDS = Number(process.argv[process.argv.indexOf('--seconds') + 1] || 8) || 8;
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

async function main(): Promise<void> {
  say(`Intake, ${cpus().length} cores ${cpus()[0]?.model ?? ''}, load ${loadavg()[0]?.toFixed(1)}\n`);
  rmSync(FOLDER, { recursive: true, force: true });
  const key = await inside(async ({ database }) => {
    const record = { title: 'Live', timeZone: 'UTC', currency: 'EUR', dashboardTypes: ['Click'] };
    await createPackage(database, { ...record, name: PACKAGE, platform: 'web' });
    const wanted = { package_name: PACKAGE, name: 'Bench', origins: [] };
    return (await makeKey(systemScope(), database, new Date(), wanted)).secret;
  });
  const bare = spawn('npx', ['tsx', '--conditions=development', join(import.meta.dirname, 'run.ts'), '--bare'], {
    stdio: 'ignore',
    detached: true,
  });
  const { server } = await startServer(env, BASE);
  let acknowledged = 0;
  try {
    await sleep(3000);
    for (const [name, size] of [
      ['one event a request', 1],
      [`${BATCH} events a request`, BATCH],
    ] as const) {
      const body = () => JSON.stringify(size === 1 ? event() : Array.from({ length: size }, event));
      const pressing = { connections: CONNECTIONS, key, body };
      const least = await press(`http://127.0.0.1:${BARE}/`, { ...pressing, seconds: SECONDS / 2 });
      line(`bare parse, ${name}`, least);
      const before = cpuMilliseconds(server.pid ?? 0);
      const ours = await press(`${BASE}/api/ingest/click`, { ...pressing, seconds: SECONDS });
      const spent = cpuMilliseconds(server.pid ?? 0) - before;
      line(`Adsieve, ${name}`, ours);
      say(`  ${((1000 * spent) / ours.accepted).toFixed(1)} µs of processor an event, all processes, loading too`);
      acknowledged += ours.accepted;
      say(`  ratio ${(ours.requests / ours.seconds / (least.requests / least.seconds)).toFixed(3)}`);
    }
  } finally {
    if (bare.pid) process.kill(-bare.pid);
    server.kill('SIGTERM');
    await new Promise((ended) => server.once('exit', ended));
  }
  const started = performance.now();
  const { server: again } = await startServer(env, BASE);
  await sleep(SECONDS * 10_000);
  again.kill('SIGTERM');
  await new Promise((ended) => again.once('exit', ended));
  await inside(async ({ clickhouse, database }) => {
    const [stored] = await clickhouse.query<{ n: number; ids: number }>(
      sql`SELECT count() AS n, uniqExact(row_id) AS ids FROM traffic`,
    );
    const { rows } = await database.pool.query<{ n: number }>('SELECT coalesce(sum(n), 0)::int AS n FROM intake_batch');
    const waiting = rows[0]?.n ?? 0;
    say(
      `\n${acknowledged} acknowledged; ${stored?.n} stored (${stored?.ids} different), ${waiting} waiting ${((performance.now() - started) / 1000).toFixed(0)} s after the last`,
    );
    if ((stored?.n ?? 0) + waiting !== acknowledged || stored?.n !== stored?.ids)
      throw new Error('not what was acknowledged');
  });
}

// In a process of its own, as the server is.
if (process.argv.includes('--bare')) bareServer(Number(BARE));
else await main();
