import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { type EmbeddedPostgres, findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { openPostgres } from './postgres.ts';

const folders: string[] = [];
const servers: EmbeddedPostgres[] = [];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'adsieve-pgtest-'));
  folders.push(folder);
  return join(folder, 'postgres');
}

async function start(folder: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(folder);
  servers.push(server);
  return server;
}

async function ask(server: EmbeddedPostgres, question: string): Promise<unknown> {
  const client = new pg.Client(server.connection);
  await client.connect();
  const { rows } = await client.query({ text: question, rowMode: 'array' });
  await client.end();
  return rows[0]?.[0];
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z');
  } catch {
    return false;
  }
}

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('embedded PostgreSQL', () => {
  test('starts on an empty folder, keeps data over a stop, and is durable', async () => {
    const folder = newFolder();
    const begun = performance.now();
    const first = await start(folder);
    const created = performance.now() - begun;
    expect(await ask(first, 'SHOW fsync')).toBe('on');
    expect(await ask(first, 'SHOW timezone')).toBe('UTC');
    await ask(first, 'CREATE TABLE kept AS SELECT 7 AS n');
    await first.stop();
    expect(existsSync(join(folder, 'postmaster.pid'))).toBe(false);
    expect(existsSync(first.connection.host)).toBe(false);
    const again = performance.now();
    const second = await start(folder);
    process.stdout.write(
      `embedded PostgreSQL: created in ${Math.round(created)} ms, started again in ${Math.round(performance.now() - again)} ms\n`,
    );
    expect(await ask(second, 'SELECT n FROM kept')).toBe(7);
  });

  test('listens on a private socket only, and a second process finds it', async () => {
    const folder = newFolder();
    const server = await start(folder);
    expect(await ask(server, 'SHOW listen_addresses')).toBe('');
    expect(findEmbeddedPostgres(folder)).toEqual(server.connection);
    const joined = await openPostgres({ folder, join: true });
    expect(await joined.info()).toMatchObject({ mode: 'embedded', version: expect.stringMatching(/^18/) });
    await joined.close();
  });

  test('removes the pid file of a dead server, and one whose number another process carries', async () => {
    const folder = newFolder();
    const socket = (await start(folder)).connection.host;
    await servers.pop()?.stop();
    for (const pid of [4_194_303, process.pid]) {
      writeFileSync(join(folder, 'postmaster.pid'), `${pid}\n${folder}\n1\n5432\n${socket}\n\n`);
      const server = await start(folder);
      expect(await ask(server, 'SELECT 1')).toBe(1);
      await server.stop();
    }
    expect(isAlive(process.pid)).toBe(true);
  });

  test('comes back after kill -9 of the server itself with every commit', async () => {
    const folder = newFolder();
    const first = await start(folder);
    await ask(first, 'CREATE TABLE kept AS SELECT 7 AS n');
    process.kill(first.pid, 'SIGKILL');
    const second = await start(folder);
    expect(await ask(second, 'SELECT n FROM kept')).toBe(7);
  });

  test.runIf(process.getuid?.() === 0)('runs for root in a folder that nobody else may enter', async () => {
    const closed = mkdtempSync(join(tmpdir(), 'adsieve-closed-'));
    folders.push(closed);
    chmodSync(closed, 0o700);
    const deep = join(closed, 'a-folder-so-deep-that-the-path-of-a-socket-in-it-would-be-too-long'.repeat(2));
    mkdirSync(deep);
    const server = await start(join(deep, 'postgres'));
    expect(await ask(server, 'SELECT 1')).toBe(1);
    await ask(server, 'CREATE TABLE t AS SELECT generate_series(1, 50000) AS n');
    await ask(server, 'CHECKPOINT');
  });
});
