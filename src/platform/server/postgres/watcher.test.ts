// @drawn steps at which a process is killed
import { type ChildProcess, spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bundle } from '../../../../test/support/bundle.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { postmasterOf } from './orphan.ts';

const NOBODY = 65_534;

const places: string[] = [];
const servers: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];
const scripts = join(process.cwd(), '.tmp', 'children', `watched-${process.pid}`);
let script = '';
beforeAll(async () => {
  script = await bundle(join(process.cwd(), 'test/support/postgres-child.ts'), scripts, 'postgres-child');
});
afterAll(() => rmSync(scripts, { recursive: true, force: true }));

function newFolder(): string {
  const place = mkdtempSync(join(realpathSync(tmpdir()), 'adsieve-watched-'));
  places.push(place);
  return join(place, 'postgres');
}

async function start(folder: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(folder);
  servers.push(server);
  return server;
}

async function ask(server: Pick<EmbeddedPostgres, 'connection'>, question: string): Promise<unknown> {
  const client = new pg.Client(server.connection);
  await client.connect();
  const { rows } = await client.query({ text: question, rowMode: 'array' });
  await client.end();
  return rows[0]?.[0];
}

/** A parent of its own, which waits to be killed. */
function startInChild(folder: string, user: { uid?: number; gid?: number } = {}): ChildProcess {
  const child = spawn(process.execPath, [script, folder], { ...user, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

const ready = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`The child ended with ${code}`)));
  });

const killed = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });

interface Seen {
  pid: number;
  parent: number;
  title: string;
  folder: string;
}

/** Processes that live, as Linux shows them. */
const processes = (): Seen[] =>
  readdirSync('/proc').flatMap((name) => {
    try {
      const [state, parent] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').pop()?.split(' ') ?? [];
      const title = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0')[0] ?? '';
      const folder = readlinkSync(`/proc/${name}/cwd`);
      return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), title, folder }];
    } catch {
      return [];
    }
  });

/** Everything of PostgreSQL that works in or beside a data folder. */
const workingIn = (folder: string): Seen[] => processes().filter((one) => one.folder.startsWith(folder));
const watchersOf = (pid: number | undefined): number[] =>
  processes().flatMap((one) => (one.parent === pid && one.title === 'adsieve-watcher' ? [one.pid] : []));
const isAlive = (pid: number): boolean => processes().some((one) => one.pid === pid);

/** Within seconds, also on a busy machine. */
async function soon(isSo: () => boolean, what: string, ms = 20_000): Promise<void> {
  for (const until = performance.now() + ms; !isSo(); await sleep(10))
    if (performance.now() > until) throw new Error(`Not within ${ms} ms: ${what}`);
}

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const place of places.splice(0)) rmSync(place, { recursive: true, force: true, maxRetries: 5 });
});

describe.runIf(process.platform === 'linux')('PostgreSQL whose parent is killed with -9', { timeout: 90_000 }, () => {
  test('ends by itself within seconds, and so does its watcher; the next start has the data', async () => {
    const folder = newFolder();
    const child = startInChild(folder);
    await ready(child);
    const watchers = watchersOf(child.pid);
    expect(watchers).toHaveLength(1);
    await killed(child);
    await soon(() => workingIn(folder).length === 0, 'PostgreSQL ends');
    await soon(() => !watchers.some(isAlive), 'its watcher ends');
    // It ended in order: nothing is left that the next start would have to clear away.
    expect(existsSync(join(folder, 'postmaster.pid'))).toBe(false);
    expect(await ask(await start(folder), 'SELECT n FROM kept')).toBe(7);
  });

  test('is taken over by a start that comes at once', async () => {
    const folder = newFolder();
    const child = startInChild(folder);
    await ready(child);
    await killed(child);
    const server = await start(folder);
    expect(await ask(server, 'SELECT n FROM kept')).toBe(7);
    // What ends the one of the killed start leaves the new one alone.
    await sleep(500);
    expect(await ask(server, 'SELECT n FROM kept')).toBe(7);
  });

  test('is stopped by the next start where its watcher could not, and gives its data over', async () => {
    const folder = newFolder();
    const child = startInChild(folder);
    await ready(child);
    const { pid: orphan = 0, socketFolder: oldSocket = '' } = postmasterOf(folder) ?? {};
    const watchers = watchersOf(child.pid);
    for (const watcher of watchers) process.kill(watcher, 'SIGSTOP');
    try {
      await killed(child);
      expect(isAlive(orphan)).toBe(true);
      const server = await start(folder);
      expect(isAlive(orphan)).toBe(false);
      expect(existsSync(oldSocket)).toBe(false);
      // It wakes up late, and what it was to end is gone.
      for (const watcher of watchers) process.kill(watcher, 'SIGCONT');
      await soon(() => !watchers.some(isAlive), 'the late watcher ends');
      expect(await ask(server, 'SELECT n FROM kept')).toBe(7);
    } finally {
      for (const watcher of watchers.filter(isAlive)) process.kill(watcher, 'SIGKILL');
    }
  });

  test('ends while its files are being made, and they are made anew', async () => {
    const folder = newFolder();
    const child = startInChild(folder);
    await soon(() => workingIn(`${folder}.new-`).length > 0, 'the files are begun');
    await sleep(200);
    await killed(child);
    await soon(() => workingIn(folder).length === 0, 'nobody makes files any more');
    const [draft = ''] = readdirSync(join(folder, '..')).filter((name) => name.startsWith('postgres.new-'));
    // Not ended because they were done: this database is the last one made.
    expect(existsSync(join(folder, '..', draft, 'base/5'))).toBe(false);
    expect(existsSync(join(folder, 'PG_VERSION'))).toBe(false);
    expect(await ask(await start(folder), 'SELECT 1')).toBe(1);
    expect(readdirSync(join(folder, '..'))).toEqual(['postgres']);
  });

  test('ends while it recovers from a crash, and the next start recovers', async () => {
    const folder = newFolder();
    const first = await start(folder);
    await ask(first, 'CREATE TABLE kept AS SELECT 7 AS n');
    await ask(first, 'CREATE TABLE many AS SELECT generate_series(1, 300000) AS n');
    process.kill(first.pid, 'SIGKILL');
    await soon(() => workingIn(folder).length === 0, 'the crashed server is gone');
    const child = startInChild(folder);
    await soon(() => workingIn(folder).length > 0, 'the server begins');
    // Its watcher hears of it in the moment after; killed before that, the server is left to the next start.
    await sleep(20);
    await killed(child);
    await soon(() => workingIn(folder).length === 0, 'the recovering server ends');
    const again = await start(folder);
    expect(await ask(again, 'SELECT n FROM kept')).toBe(7);
    expect(await ask(again, 'SELECT count(*)::int FROM many')).toBe(300_000);
  });

  test.runIf(process.getuid?.() === 0)('ends for an ordinary user, too', async () => {
    const folder = newFolder();
    chownSync(join(folder, '..'), NOBODY, NOBODY);
    const child = startInChild(folder, { uid: NOBODY, gid: NOBODY });
    await ready(child);
    await killed(child);
    await soon(() => workingIn(folder).length === 0, 'PostgreSQL ends');
    expect(existsSync(join(folder, 'postmaster.pid'))).toBe(false);
  });
});

describe.runIf(process.platform === 'linux')('the watcher of PostgreSQL', { timeout: 90_000 }, () => {
  test('may be killed: the database goes on, and another watches', async () => {
    const folder = newFolder();
    const child = startInChild(folder);
    await ready(child);
    const [first = 0] = watchersOf(child.pid);
    const connection = { host: postmasterOf(folder)?.socketFolder ?? '', user: 'adsieve', database: 'adsieve' };
    process.kill(first, 'SIGKILL');
    await soon(() => watchersOf(child.pid).some((pid) => pid !== first), 'another watcher begins');
    expect(await ask({ connection }, 'SELECT n FROM kept')).toBe(7);
    await killed(child);
    await soon(() => workingIn(folder).length === 0, 'PostgreSQL ends by the second one');
  });

  test('is not ended by what asks a terminal or a service to end, and leaves with the server in order', async () => {
    const folder = newFolder();
    const server = await start(folder);
    const watchers = watchersOf(process.pid);
    expect(watchers).toHaveLength(1);
    await sleep(200);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      for (const watcher of watchers) process.kill(watcher, signal);
    expect(await ask(server, 'SELECT 1')).toBe(1);
    expect(watchersOf(process.pid)).toEqual(watchers);
    await server.stop();
    expect(watchersOf(process.pid)).toEqual([]);
    expect(workingIn(folder)).toEqual([]);
  });
});
