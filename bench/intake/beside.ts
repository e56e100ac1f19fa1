import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '#app/server/app-context.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { residentMegabytes } from '../boards/server.ts';
import { type Measured, press, pressAt } from './load.ts';

/** Events a second of each neighbour, one a request. */
const RATE = 50;
const CONNECTIONS = 32;
/** After the flood: what the neighbours sent is loaded by then, where they are loaded at all. */
const SETTLE_MS = 20_000;

/** Whose key it is that does not flood. */
export type Neighbour = 'another package' | 'the same package';

interface Beside {
  url: string;
  flood: string;
  neighbours: ReadonlyMap<Neighbour, string>;
  seconds: number;
  say: (text: string) => void;
}

interface Flooded extends Measured {
  peak: number;
}

const at = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
const others = (refused: ReadonlyMap<number, number>): string =>
  [...refused].map(([status, n]) => `${n} times ${status}`).join(', ') || 'none refused';

/** Neighbours alone, then beside one key that floods. Answers what was acknowledged. */
export async function beside(server: ChildProcess, { url, flood, neighbours, seconds, say }: Beside): Promise<number> {
  let acknowledged = 0;
  const phase = async (name: string): Promise<void> => {
    const all = [...neighbours].map(async ([who, key]) => {
      const body = () => neighbourEvent(name, who);
      const measured = await pressAt(url, { rate: RATE, seconds, keys: [key], body });
      acknowledged += measured.accepted;
      say(
        `${name}, neighbour in ${who}: ack p50 ${at(measured.ms, 0.5)} ms, p99 ${at(measured.ms, 0.99)} ms; ${others(measured.refused)}`,
      );
    });
    await Promise.all(all);
  };
  // What has not run yet is compiled, and what caches hold is held.
  await phase('first');
  await phase('alone');
  const flooding = flooded(flood, seconds, server.pid ?? 0);
  await phase('beside');
  const { requests, accepted, refused, peak } = await flooding;
  acknowledged += accepted;
  say(
    `The flood: ${requests} requests, ${Math.round(accepted / seconds)} events/s accepted; ${others(refused)}; ${peak.toFixed(0)} MB at most in all processes`,
  );
  await sleep(SETTLE_MS);
  return acknowledged;
}

const neighbourEvent = (phase: string, who: Neighbour): string =>
  JSON.stringify({
    ts: new Date().toISOString(),
    publisher: 'A neighbour',
    campaign: `${phase}, ${who}`,
    ip: '84.160.1.7',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    declared_country: 'DE',
  });

/** By a process of its own: what it costs to flood is not what the neighbours wait for. */
async function flooded(key: string, seconds: number, pid: number): Promise<Flooded> {
  const run = ['tsx', '--conditions=development', join(import.meta.dirname, 'run.ts'), '--flood', key];
  const child = spawn('npx', [...run, '--seconds', String(seconds)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(pid));
  }, 500);
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await new Promise((ended) => child.once('close', ended));
  clearInterval(watch);
  const measured: Omit<Measured, 'refused'> & { refused: [number, number][] } = JSON.parse(text);
  return { ...measured, refused: new Map(measured.refused), peak };
}

/** The process that floods: as fast as answers come, refused or not. */
export async function floodAlone(url: string, key: string, seconds: number, body: () => string): Promise<void> {
  const measured = await press(url, { seconds, connections: CONNECTIONS, keys: [key], body });
  process.stdout.write(JSON.stringify({ ...measured, ms: [], refused: [...measured.refused] }));
}

/** From when an event happened to the end of its load. */
export async function lagsOf({ clickhouse, database }: AppContext, say: (text: string) => void): Promise<void> {
  const rows = await clickhouse.query<{ campaign: string; at: number; load: number }>(
    sql`SELECT campaign, toUnixTimestamp64Milli(ts) AS at, import_id AS load FROM traffic WHERE publisher = 'A neighbour'`,
  );
  const { rows: loads } = await database.pool.query<{ id: number; ended: Date }>(
    "SELECT id, finished_at AS ended FROM import WHERE live AND state = 'done'",
  );
  const ended = new Map(loads.map(({ id, ended }) => [id, ended.getTime()]));
  const lags = new Map<string, number[]>();
  for (const { campaign, at: from, load } of rows) {
    const lag = (ended.get(Number(load)) ?? Number.NaN) - Number(from);
    lags.set(campaign, [...(lags.get(campaign) ?? []), lag]);
  }
  for (const [campaign, all] of lags) {
    all.sort((a, b) => a - b);
    say(`${campaign}: ${all.length} events on boards after p50 ${at(all, 0.5)} ms, p99 ${at(all, 0.99)} ms`);
  }
}
