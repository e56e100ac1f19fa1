import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { createUser } from '#domains/account/server/users.ts';
import { createPackage } from '#platform/server/access/packages.ts';
import { createSessions } from '#platform/server/access/sessions.ts';
import { createTokens } from '#platform/server/access/tokens.ts';
import { openDataFolder } from '#platform/server/data-folder.ts';
import { saveList } from '#traffic/lists/server/operator-lists.ts';
import { bundle } from '../../test/support/bundle.ts';
import { useClickHouseServer } from '../../test/support/clickhouse-over-http.ts';
import { useDatabase } from '../../test/support/use-database.ts';

const clickhouse = useClickHouseServer();
const database = useDatabase();
/** A clone as the program sees it, with one page in place of the built ones; inside the repository for its packages. */
const clone = join(process.cwd(), '.tmp', 'children', `roles-${process.pid}`);
const dataFolder = mkdtempSync(join(tmpdir(), 'adsieve-roles-'));
let program = '';
let token = '';
const running = new Set<ChildProcess>();

beforeAll(async () => {
  mkdirSync(join(dataFolder, 'user-files'));
  program = await bundle('src/cli/main.ts', clone, 'adsieve');
  mkdirSync(join(clone, 'dist/web'), { recursive: true });
  writeFileSync(join(clone, 'dist/web/index.html'), 'a page');
  writeFileSync(join(clone, 'package.json'), '{}');
  symlinkSync(join(process.cwd(), 'db'), join(clone, 'db'));
  await createPackage(database, {
    name: 'own.example',
    title: 'Own',
    platform: 'web',
    timeZone: 'UTC',
    currency: 'USD',
    dashboardTypes: ['Click'],
  });
  const person = { email: 'ada@own.example', name: 'Ada', role: 'admin', password: 'correct horse battery' };
  const { id } = await createUser(database, person);
  const secret = Buffer.from(openDataFolder(dataFolder, { shared: true }).secret('session'), 'hex');
  const now = () => new Date();
  token = await createSessions(database, createTokens(secret, now), now).open(id, { ip: '', userAgent: '' });
});
afterEach(async () => {
  await Promise.all([...running].map(stop));
});
afterAll(() => {
  for (const folder of [clone, dataFolder]) rmSync(folder, { recursive: true, force: true });
});

/** Both engines behind addresses, as on a server. */
function external(): NodeJS.ProcessEnv {
  const { host, user } = inject('postgres');
  const name = database.pool.options.database ?? '';
  return {
    DATABASE_URL: `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}`,
    CLICKHOUSE_URL: clickhouse.url,
    CLICKHOUSE_USER_FILES: join(dataFolder, 'user-files'),
  };
}

function start(args: readonly string[], env: NodeJS.ProcessEnv): { child: ChildProcess; output: () => string } {
  const own = { ADSIEVE_DATA: dataFolder, ADSIEVE_PORT: '0', NODE_ENV: 'test', UV_THREADPOOL_SIZE: '16', ...env };
  const child = spawn(process.execPath, [program, 'serve', ...args], {
    env: { PATH: process.env['PATH'], ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      output += bytes;
    });
  return { child, output: () => output };
}

async function stop(child: ChildProcess): Promise<void> {
  running.delete(child);
  const gone = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode === null && child.kill('SIGTERM')) await gone;
}

/** A process that runs, and a way to ask it. */
async function serving(...args: string[]) {
  const { child, output } = start(args, external());
  await expect.poll(() => child.exitCode !== null || output().includes('ready:'), { timeout: 120_000 }).toBe(true);
  expect(output()).toContain('ready:');
  const base = /ready:\s+(http\S+)/.exec(output())?.[1] ?? '';
  const ask = async (method: string, path: string, body?: string | object) => {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': typeof body === 'string' ? 'application/octet-stream' : 'application/json' } : {}),
      },
      ...(body ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
    });
    return { status: answer.status, body: await answer.json().catch(() => undefined) };
  };
  return { ask, output };
}

async function ended(args: readonly string[], env: NodeJS.ProcessEnv) {
  const { child, output } = start(args, env);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  return { code, output: output() };
}

const CLICKS = 'time,publisher,ip\n2026-03-01 10:00:00,alpha,198.51.100.7\n2026-03-01 10:00:05,beta,198.51.100.8\n';

describe('processes of one role over engines that have addresses', { timeout: 300_000 }, () => {
  it('share the work: what the api enqueues while nobody works is done by the worker', async () => {
    const api = await serving('--role', 'api');
    const upload = '/api/import/upload?package_name=own.example&file_name=clicks.csv';
    const { file_id } = (await api.ask('PUT', upload, CLICKS)).body.data;
    const made = await api.ask('POST', '/api/import', { package_name: 'own.example', file_id });
    expect(made, api.output()).toMatchObject({ status: 200 });
    const state = async () => (await api.ask('GET', `/api/import/${made.body.data.id}`)).body.data.state;
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(await state()).toBe('queued');
    expect((await database.pool.query('SELECT * FROM pgboss.schedule')).rows).toEqual([]);

    const [worker, collector] = await Promise.all([serving('--role', 'worker'), serving('--role', 'collector')]);
    await expect.poll(state, { timeout: 120_000 }).toBe('done');
    const health = (await api.ask('GET', '/api/server/health')).body.data;
    expect([health.traffic.mode, health.traffic.events]).toEqual(['server', 2]);
    expect((await database.pool.query('SELECT * FROM pgboss.schedule')).rows.length).toBeGreaterThan(3);

    for (const { ask } of [worker, collector]) {
      for (const path of ['/api/live', '/api/ready'])
        expect([path, (await ask('GET', path)).status]).toEqual([path, 200]);
      for (const path of ['/', '/api/user/me', '/api/import/1', '/api/openapi.json'])
        expect([path, (await ask('GET', path)).status]).toEqual([path, 404]);
    }
    expect((await api.ask('GET', '/api/user/me')).status).toBe(200);

    // A list that another process has loaded, here the test.
    await saveList(join(dataFolder, 'lists'), { id: 'ours', kind: 'datacenter', text: '198.51.100.0/24\n' });
    const known = async () =>
      (await api.ask('GET', '/api/docs/lists')).body.data.some(({ id }: { id: string }) => id === 'ours');
    await expect.poll(known, { timeout: 30_000 }).toBe(true);

    const second = await ended(['--role', 'worker'], external());
    expect(second).toMatchObject({ code: 1, output: expect.stringContaining('works on the jobs of this database') });
  });
});

describe('a start that cannot be meant', { timeout: 120_000 }, () => {
  it('is refused in a sentence', async () => {
    const [embedded, demo] = await Promise.all([
      ended(['--role', 'api'], {}),
      ended(['--role', 'api', '--demo'], external()),
    ]);
    expect(embedded).toMatchObject({ code: 1, output: expect.stringContaining('DATABASE_URL and CLICKHOUSE_URL') });
    expect(demo).toMatchObject({ code: 1, output: expect.stringContaining('needs all roles') });
  });
});
