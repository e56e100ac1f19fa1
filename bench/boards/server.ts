import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '#app/server/places.ts';

/** The built program on its own data, when it answers. */
export async function startServer(
  env: Readonly<Record<string, string>>,
  base: string,
): Promise<{ server: ChildProcess; coldMs: number }> {
  const started = performance.now();
  const server = spawn(process.execPath, [join(ROOT, 'dist/src/cli/main.js'), 'serve'], {
    env: { ...process.env, ...env, UV_THREADPOOL_SIZE: '24' },
    stdio: 'ignore',
  });
  for (;;) {
    const up = await fetch(`${base}/api/setup/state`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (up) return { server, coldMs: performance.now() - started };
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    await sleep(20);
  }
}

/** The server and everything it started. */
function familyOf(pid: number): { id: number; rss: number }[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,rss='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const family = new Set([pid]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const [child = 0, parent = 0] of rows)
      if (family.has(parent) && !family.has(child)) grown = Boolean(family.add(child));
  }
  return rows.filter(([id = 0]) => family.has(id)).map(([id = 0, , rss = 0]) => ({ id, rss }));
}

/** Resident memory of all of them, in MB. Pages that several share, as those of PostgreSQL do, count once. */
export const residentMegabytes = (pid: number): number =>
  familyOf(pid).reduce((sum, { id, rss }) => sum + (ownKilobytes(id) ?? rss), 0) / 1024;

/** The same of this process alone. */
export const ownMegabytes = (pid: number): number => (ownKilobytes(pid) ?? 0) / 1024;

/** Its part of what is resident; undefined when the process is gone or the system does not say. */
function ownKilobytes(id: number): number | undefined {
  try {
    const [, kilobytes] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8')) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes);
  } catch {
    return undefined;
  }
}

/** Processor time all of them have used so far, in milliseconds; the kernel counts in steps of ten. */
export const cpuMilliseconds = (pid: number): number =>
  familyOf(pid).reduce((sum, { id }) => {
    const [, after = ''] = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ');
    const fields = after.split(' ').map(Number);
    return sum + 10 * ((fields[11] ?? 0) + (fields[12] ?? 0));
  }, 0);
