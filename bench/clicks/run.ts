/**
 * What a click costs: CPU of the process that answers, against a bare Node 302 in the same run, decided in memory and
 * stored before the answer; how long answers take; and conversions a second with a cap held exactly. The load generator
 * is a process of its own and not counted.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '#app/server/places.ts';

const FOLDER = join(ROOT, '.tmp', 'bench-clicks');
const CLICKS = Number(process.argv[process.argv.indexOf('--clicks') + 1] || 20_000) || 20_000;
const CONVERSIONS = 20_000;
const TICKS = 100;
const say = (text: string): void => console.log(text);

interface Told {
  address?: { port: number };
  cpu?: NodeJS.CpuUsage;
  converted?: { seconds: number; taken: Record<string, number> };
  touches?: number;
}

const heard = (child: ChildProcess, what: keyof Told): Promise<Told> =>
  new Promise((done, failed) => {
    const listen = (told: Told): void => {
      if (told[what] === undefined) return;
      child.off('message', listen);
      done(told);
    };
    child.on('message', listen);
    child.once('exit', (code) => failed(new Error(`ended with ${code}`)));
  });

async function cpuOf(child: ChildProcess): Promise<number> {
  const told = heard(child, 'cpu');
  child.send('cpu');
  const { cpu } = await told;
  return (cpu?.user ?? 0) + (cpu?.system ?? 0);
}

/** Microseconds of CPU of PostgreSQL below the child, from /proc; those that ended count with their parent. */
function databaseCpu(child: ChildProcess): number {
  const found = new Map<number, { parent: number; ticks: number }>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const parts = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').pop()?.split(' ') ?? [];
      const ticks = [11, 12, 13, 14].reduce((sum, place) => sum + Number(parts[place] ?? 0), 0);
      found.set(Number(name), { parent: Number(parts[1]), ticks });
    } catch {
      // Ended meanwhile.
    }
  }
  const isBelow = (pid: number): boolean => {
    const parent = found.get(pid)?.parent ?? 0;
    return parent === child.pid || (parent > 1 && isBelow(parent));
  };
  const ticks = [...found].filter(([pid]) => isBelow(pid)).reduce((sum, [, each]) => sum + each.ticks, 0);
  return (ticks * 1_000_000) / TICKS;
}

async function press(port: number, n: number, places: number): Promise<number[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: places });
  const ms: number[] = [];
  let next = 0;
  const one = async (): Promise<void> => {
    for (let mine = next++; mine < n; mine = next++) {
      const sent = performance.now();
      await new Promise<void>((done, failed) => {
        const path = `/t/c/bench-links1?s=site${mine % 100}&ci=${mine}&gaid=${mine}`;
        const headers = {
          'user-agent': `Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/${130 + (mine % 10)}.0.0.0 Safari/537.36`,
        };
        http
          .get({ agent, port, host: '127.0.0.1', path, headers }, (answer) => {
            if (answer.statusCode !== 302) failed(new Error(`answered ${answer.statusCode}`));
            answer.resume().once('end', done);
          })
          .once('error', failed);
      });
      ms.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: places }, one));
  agent.destroy();
  return ms.sort((a, b) => a - b);
}

async function measure(mode: 'bare' | 'memory' | 'stored'): Promise<number> {
  rmSync(FOLDER, { recursive: true, force: true });
  const child = fork(join(import.meta.dirname, 'serve.ts'), [mode, FOLDER], { execArgv: process.execArgv });
  const { address } = await heard(child, 'address');
  const port = address?.port ?? 0;
  await press(port, CLICKS / 4, 32);
  const [before, database] = [await cpuOf(child), databaseCpu(child)];
  const started = performance.now();
  const ms = await press(port, CLICKS, 32);
  const seconds = (performance.now() - started) / 1000;
  const own = ((await cpuOf(child)) - before) / CLICKS;
  const engine = mode === 'stored' ? (databaseCpu(child) - database) / CLICKS : 0;
  const p99 = ms[Math.floor(ms.length * 0.99)] ?? 0;
  say(
    `${mode.padEnd(8)} ${Math.round(CLICKS / seconds)} clicks/s  CPU ${own.toFixed(1)} µs a click${mode === 'stored' ? ` and ${engine.toFixed(1)} µs of PostgreSQL` : ''}  p99 ${p99.toFixed(1)} ms at saturation`,
  );
  if (mode === 'stored') {
    const counted = heard(child, 'touches');
    child.send({ counts: true });
    const { touches } = await counted;
    say(`         ${touches} of ${CLICKS + CLICKS / 4} answered clicks are stored`);
    const converted = heard(child, 'converted');
    child.send({ convert: CONVERSIONS });
    const told = (await converted).converted;
    say(
      `         ${Math.round(CONVERSIONS / (told?.seconds ?? 1))} conversions/s from 64 senders, cap 5000: ${JSON.stringify(told?.taken)}`,
    );
  }
  child.removeAllListeners('exit');
  if (mode === 'bare') child.kill();
  else child.send({ end: true });
  await new Promise((done) => child.once('exit', done));
  return own;
}

say(`Clicks, ${cpus().length} cores ${cpus()[0]?.model ?? ''}, load ${loadavg()[0]?.toFixed(1)}\n`);
const bare = await measure('bare');
const memory = await measure('memory');
await measure('stored');
say(`\ndecided in memory is ${(memory / bare).toFixed(2)} times a bare Node 302`);
