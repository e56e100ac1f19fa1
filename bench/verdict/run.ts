/**
 * How long an answer of `POST /v1/verdict` takes: over HTTP with one connection and with 32, and in the process. Every
 * answer is held to what the event must be called.
 */
import { rmSync } from 'node:fs';
import http from 'node:http';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openContext } from '#app/server/open-context.ts';
import { ROOT } from '#app/server/places.ts';
import { createPackage } from '#platform/server/access/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { readConfig } from '#platform/server/config.ts';
import { readEvent } from '#traffic/collector/server/read-event.ts';
import { Asker } from '#traffic/collector/server/verdict/asker.ts';
import { makeKey } from '#traffic/collector/server/write-keys.ts';
import { startServer } from '../boards/server.ts';

const PACKAGE = 'verdict.example';
const FOLDER = join(ROOT, '.tmp', 'bench-verdict');
const PORT = '4894';
const BASE = `http://127.0.0.1:${PORT}`;
const SECONDS = Number(process.argv[process.argv.indexOf('--seconds') + 1] || 8) || 8;
const env = { ADSIEVE_DATA: FOLDER, ADSIEVE_PORT: PORT, LOG_LEVEL: 'silent' };
const say = (text: string): void => console.log(text);
type Context = Awaited<ReturnType<typeof openContext>>;

let nth = 0;
/** Every fifth is a script; addresses and agents differ as those of people do. */
function question(): { event: Record<string, string>; expected: string } {
  nth++;
  const isBot = nth % 5 === 0;
  const event = {
    event_id: `bench-${nth}`,
    publisher: `publisher ${nth % 50}`,
    campaign: 'spring',
    click_id: `c${nth}`,
    ip: `84.${nth % 250}.${(nth >> 8) % 250}.7`,
    user_agent: isBot
      ? `python-requests/2.${nth % 40}.0`
      : `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${130 + (nth % 20)}.0.0.0 Safari/537.36`,
  };
  return { event, expected: isBot ? 'fraud' : 'clean' };
}

interface Measured {
  ms: number[];
  wrong: number;
  seconds: number;
}

/** Asks from so many places at once for so long; with `everyMs` each place waits for its turn before it asks again. */
async function press(
  places: number,
  ask: (event: Record<string, string>) => Promise<string>,
  everyMs = 0,
): Promise<Measured> {
  const measured: Measured = { ms: [], wrong: 0, seconds: 0 };
  const started = performance.now();
  const until = started + SECONDS * 1000;
  const one = async (): Promise<void> => {
    while (performance.now() < until) {
      const { event, expected } = question();
      const sent = performance.now();
      const verdict = await ask(event);
      measured.ms.push(performance.now() - sent);
      if (verdict !== expected) measured.wrong++;
      const rest = everyMs - (performance.now() - sent);
      if (rest > 0) await sleep(rest * 2 * Math.random());
    }
  };
  await Promise.all(Array.from({ length: places }, one));
  measured.seconds = (performance.now() - started) / 1000;
  measured.ms.sort((a, b) => a - b);
  return measured;
}

const at = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(3);

function line(name: string, { ms, wrong, seconds }: Measured): void {
  say(
    `${name.padEnd(33)} ${String(Math.round(ms.length / seconds)).padStart(6)} answers/s  p50 ${at(ms, 0.5)} ms  p99 ${at(ms, 0.99)} ms  longest ${at(ms, 1)} ms  ${ms.length - wrong} of ${ms.length} right`,
  );
  if (wrong > 0) throw new Error(`${wrong} answers are wrong`);
}

function post(agent: http.Agent, key: string, body: string): Promise<string> {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((done, failed) => {
    const request = http.request(`${BASE}/v1/verdict`, { method: 'POST', agent, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.once('end', () => {
        const text = Buffer.concat(parts).toString('utf8');
        const read: { verdict?: string } = JSON.parse(text);
        done(read.verdict ?? `${answer.statusCode} ${text}`);
      });
    });
    request.once('error', failed);
    request.end(body);
  });
}

/** Opens the data folder by itself, so no server may run on it. */
async function inside<T>(work: (context: Context) => Promise<T>): Promise<T> {
  const context = await openContext(readConfig({ ...env }), (_title, step) => step());
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

async function inProcess(context: Context): Promise<void> {
  const asker = new Asker(context);
  const ask = async (event: Record<string, string>): Promise<string> => {
    const now = new Date();
    const read = readEvent(event, { receivedAt: now, now, request: { ip: '', userAgent: '' } }, () => {});
    return 'fields' in read ? (await asker.ask(PACKAGE, 'click', read)).verdict : read.reason;
  };
  line('in the process, one', await press(1, ask));
  line('in the process, 32', await press(32, ask));
}

async function main(): Promise<void> {
  say(`Verdicts, ${cpus().length} cores ${cpus()[0]?.model ?? ''}, load ${loadavg()[0]?.toFixed(1)}\n`);
  rmSync(FOLDER, { recursive: true, force: true });
  const key = await inside(async (context) => {
    const record = { title: 'Verdicts', timeZone: 'UTC', currency: 'EUR', dashboardTypes: ['Click'] };
    await createPackage(context.database, { ...record, name: PACKAGE, platform: 'web' });
    await inProcess(context);
    const wanted = { package_name: PACKAGE, name: 'Bench', origins: [] };
    return (await makeKey(systemScope(), context.database, new Date(), wanted)).secret;
  });
  const { server } = await startServer(env, BASE);
  try {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 32 });
    const ask = (event: Record<string, string>) => post(agent, key, JSON.stringify({ kind: 'click', event }));
    line('over HTTP, 1', await press(1, ask));
    line('over HTTP, 32, as many as it can', await press(32, ask));
    line('over HTTP, 32, about 400/s', await press(32, ask, 80));
    agent.destroy();
  } finally {
    server.kill('SIGTERM');
    await new Promise((ended) => server.once('exit', ended));
  }
}

await main();
