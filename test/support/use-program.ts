/**
 * The program itself in processes of its own, over one PostgreSQL and the engine behind an address: what several
 * processes do together, and what becomes of one when others go away.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { createUser } from '#domains/account/server/users.ts';
import { createPackage } from '#platform/server/access/packages.ts';
import { createSessions } from '#platform/server/access/sessions.ts';
import { createTokens } from '#platform/server/access/tokens.ts';
import { openDataFolder } from '#platform/server/data-folder.ts';
import { bundle } from './bundle.ts';
import { useClickHouseServer } from './clickhouse-over-http.ts';
import { useDatabase } from './use-database.ts';

/** The package there is. */
export const OWN = 'own.example';

export function useProgram() {
  const clickhouse = useClickHouseServer();
  const database = useDatabase();
  /** A clone as the program sees it, with one page in place of the built ones; inside the repository for its packages. */
  const clone = join(process.cwd(), '.tmp', 'children', `program-${process.pid}`);
  const dataFolder = mkdtempSync(join(tmpdir(), 'adsieve-program-'));
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
      name: OWN,
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

  /** What a process of the program is started with; `engines` says where the engines are, by default outside of it. */
  const environment = (engines = external()): NodeJS.ProcessEnv => ({
    PATH: process.env['PATH'],
    ADSIEVE_DATA: dataFolder,
    ADSIEVE_PORT: '0',
    NODE_ENV: 'test',
    UV_THREADPOOL_SIZE: '16',
    ...engines,
  });

  function start(args: readonly string[], engines?: NodeJS.ProcessEnv): { child: ChildProcess; output: () => string } {
    const child = spawn(process.execPath, [program, 'serve', ...args], {
      env: environment(engines),
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

  /** A process that serves, and a way to ask it. */
  async function serving(...args: string[]) {
    const { child, output } = start(args);
    await expect.poll(() => child.exitCode !== null || output().includes('ready:'), { timeout: 120_000 }).toBe(true);
    expect(output()).toContain('ready:');
    const base = /ready:\s+(http\S+)/.exec(output())?.[1] ?? '';
    const ask = async (method: string, path: string, body?: string | object) => {
      const answer = await fetch(`${base}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body
            ? { 'content-type': typeof body === 'string' ? 'application/octet-stream' : 'application/json' }
            : {}),
        },
        ...(body ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
      });
      return { status: answer.status, body: await answer.json().catch(() => undefined) };
    };
    return { child, base, ask, output };
  }

  /** A start that ends by itself. */
  async function ended(args: readonly string[], engines?: NodeJS.ProcessEnv) {
    const { child, output } = start(args, engines);
    const code = await new Promise((resolve) => child.once('exit', resolve));
    return { code, output: output() };
  }

  return {
    database,
    dataFolder,
    serving,
    ended,
    stop,
    environment,
    /** The file that Node runs. */
    file: () => program,
    /** Of an administrator. */
    token: () => token,
  };
}
