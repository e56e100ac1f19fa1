import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobsOf } from '#app/server/start-jobs.ts';
import { useApp } from '../../test/support/use-app.ts';
import { type Command, command, type Printer } from './command.ts';
import { createAdmin } from './commands/create-admin.ts';
import { importFile } from './commands/import-file.ts';
import { controlSocketOf, listenForCommands, runOnServer } from './control.ts';

const app = useApp();
const folder = mkdtempSync(join(tmpdir(), 'adsieve-control-'));
const path = controlSocketOf(folder);
let server: Server;

const talk = command<{ exit: number }>({
  name: 'talk',
  async run(_context, { exit }, print) {
    print.line('first');
    print.progress('50 %');
    print.progress('100 %\nof it');
    print.line('last ü 😀');
    return exit;
  },
});
const fail = command({
  name: 'fail',
  run: async () => {
    throw new Error('The disk is full');
  },
});
const hang = command({ name: 'hang', run: () => new Promise<number>(() => {}) });

beforeAll(async () => {
  const commands = [talk, fail, hang, createAdmin, importFile].map((each): [string, Command] => [
    each.name,
    each as Command,
  ]);
  server = await listenForCommands(path, app.context, new Map(commands));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(name: string, args: unknown = {}) {
  const said: string[] = [];
  const print: Printer = { line: (text) => said.push(text), progress: (text) => said.push(`… ${text}`) };
  return { exit: await runOnServer(path, name, args, print), said };
}

describe('a command beside a running server', () => {
  it('carries lines, progress and the exit code, in order', async () => {
    expect(await ask('talk', { exit: 3 })).toEqual({
      exit: 3,
      said: ['first', '… 50 %', '… 100 %\nof it', 'last ü 😀'],
    });
    expect((await ask('talk', { exit: 0 })).exit).toBe(0);
  });

  it('carries what went wrong, and the server lives on', async () => {
    expect(await ask('fail')).toEqual({ exit: 1, said: ['The disk is full'] });
    const unknown = await ask('unknown');
    expect([unknown.exit, unknown.said[0]]).toEqual([1, 'The running server does not know the command unknown']);
    expect((await ask('constructor')).exit).toBe(1);
    expect((await ask('talk', { exit: 0 })).exit).toBe(0);
  });

  it('works on the data of the running server', async () => {
    const person = { email: 'ops@own.example', name: 'Operator' };
    const made = await ask('create-admin', person);
    expect([made.exit, made.said[0]]).toEqual([
      0,
      expect.stringMatching(/^Administrator ops@own.example, password \S{16}/),
    ]);
    expect(await ask('create-admin', person)).toEqual({ exit: 1, said: ['ops@own.example exists already'] });
    expect(await ask('create-admin', { email: 'nonsense', name: 'x' })).toMatchObject({ exit: 1 });
  });

  it('that imports leaves everything that looks at figures to do, as an import of the web does', async () => {
    await app.package({ name: 'own.example', platform: 'web' });
    const jobs = jobsOf(app.context);
    await app.context.jobs.declare(jobs);
    const file = 'visits.csv';
    writeFileSync(join(folder, file), 'time,ip,user_agent\n2026-11-19T10:00:00Z,203.0.113.7,Mozilla/5.0\n');
    const done = await ask('import', { file, package: 'own.example', cwd: folder, kind: 'visit' });
    expect(done, done.said.join('\n')).toMatchObject({ exit: 0 });
    const { rows } = await app.context.database.pool.query<{ name: string }>(
      "SELECT name FROM pgboss.job WHERE state = 'created' ORDER BY name",
    );
    const looking = jobs.flatMap(({ plan }) => (plan.after === 'figures' ? [plan.name] : []));
    expect(looking).toEqual(expect.arrayContaining(['look-standing-blocks', 'evaluate-alerts']));
    expect(rows.map(({ name }) => name)).toEqual(looking.toSorted());
  });

  it('opens its own engines when nobody listens', async () => {
    expect(await runOnServer(join(folder, 'nobody.sock'), 'talk', {}, { line() {}, progress() {} })).toBeNull();
  });

  it('is told when the server goes away in the middle', async () => {
    const other = join(folder, 'other.sock');
    const short = await listenForCommands(other, app.context, new Map([['hang', hang]]));
    const sockets: { destroy(): void }[] = [];
    short.on('connection', (socket) => sockets.push(socket));
    const answer = runOnServer(other, 'hang', {}, { line() {}, progress() {} });
    await expect.poll(() => sockets.length).toBe(1);
    for (const socket of sockets) socket.destroy();
    await expect(answer).rejects.toThrow('went away');
    short.close();
  });

  it('listens for its owner only', () => {
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
  });

  it.runIf(process.getuid?.() === 0)('refuses another user even in an open folder', () => {
    chmodSync(folder, 0o777);
    const attempt = `require('node:net').connect(${JSON.stringify(path)})
      .on('connect', () => process.exit(0)).on('error', (error) => { console.log(error.code); process.exit(1); })`;
    const stranger = spawnSync(process.execPath, ['-e', attempt], { uid: 65534, gid: 65534, encoding: 'utf8' });
    chmodSync(folder, 0o700);
    expect([stranger.status, stranger.stdout.trim()]).toEqual([1, 'EACCES']);
  });

  it('finds a place for its socket when the path of the data folder is too long for the kernel', () => {
    const long = join(folder, 'x'.repeat(120));
    expect(controlSocketOf(folder)).toBe(join(folder, 'control.sock'));
    expect(Buffer.byteLength(controlSocketOf(long))).toBeLessThan(107);
    expect(controlSocketOf(long)).not.toBe(controlSocketOf(`${long}y`));
    expect(existsSync(path)).toBe(true);
  });
});
