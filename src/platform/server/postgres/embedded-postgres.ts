/** A real PostgreSQL as a child process: nothing to install, fsync on, reachable through a private Unix socket only. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { makeCluster } from './new-cluster.ts';
import { clearOrphan, postmasterOf, SOCKET_FOLDER, stopPostmaster } from './orphan.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { postgresUser, type SystemUser } from './postgres-user.ts';
import { startWatcher, type Watcher } from './watcher.ts';

export interface EmbeddedPostgres {
  readonly connection: SocketConnection;
  /** Of the postmaster. */
  readonly pid: number;
  stop(): Promise<void>;
}

/** What `pg` needs. There is no password: who can enter the socket folder could also read the data files. */
export interface SocketConnection {
  host: string;
  user: string;
  database: string;
}

export interface EmbeddedOptions {
  /** Only for tests: a crash of the machine may then lose data. */
  unsafeFast?: boolean;
}

const OWNER = 'adsieve';

/**
 * Starts PostgreSQL on this folder, creating it at first. It ends with this process, however that ends; one that
 * outlived an earlier process all the same is stopped. The caller must hold the lock of the data folder.
 */
export async function startEmbeddedPostgres(folder: string, options: EmbeddedOptions = {}): Promise<EmbeddedPostgres> {
  const watcher = startWatcher();
  try {
    return await start(resolve(folder), options, watcher);
  } catch (error) {
    await watcher.close();
    throw error;
  }
}

async function start(data: string, options: EmbeddedOptions, watcher: Watcher): Promise<EmbeddedPostgres> {
  const user = postgresUser(data);
  const native = postgresBinaries(user !== undefined);
  mkdirSync(data, { recursive: true, mode: 0o700 });
  if (user) chownSync(data, user.uid, user.gid);
  await clearOrphan(data);
  const env = { PATH: process.env.PATH, TZ: 'UTC' };
  // Access is checked where a path is walked, and Postgres insists on absolute ones. Through this one it reaches the
  // folder it stands in even when the folder above it is closed to its user, as a clone in root's home is.
  const folderArgument = (path: string) => (user && process.platform === 'linux' ? '/proc/self/cwd' : path);
  if (!existsSync(join(data, 'PG_VERSION'))) {
    const fast = options.unsafeFast ? ['--no-sync'] : [];
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const args = ['-U', OWNER, '--auth=trust', '--no-instructions', ...locale, ...fast];
    await makeCluster({ data, initdb: join(native, 'bin/initdb'), folderArgument, args, user, env, watcher });
  }
  const socketFolder = privateSocketFolder(user);
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '60',
    shared_buffers: '64MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(options.unsafeFast ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(native, 'bin/postgres'), ['-D', folderArgument(data), ...args], {
    cwd: data,
    env,
    ...user,
    // Its own group: Ctrl+C in the terminal must reach us first, so that we stop in order.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // From its first moment, recovery after a crash among them.
  watcher.watch(child, 'server');
  const connection = { host: socketFolder, user: OWNER, database: OWNER };
  try {
    await untilReady(child, connection);
  } catch (error) {
    child.kill('SIGQUIT');
    rmSync(socketFolder, { recursive: true, force: true });
    throw error;
  }
  child.unref();
  child.once('exit', () => void watcher.close());
  return {
    connection,
    pid: child.pid ?? 0,
    stop: async () => {
      child.ref();
      await stopPostmaster(child.pid ?? 0, () => child.exitCode === null && child.signalCode === null);
      await watcher.close();
      rmSync(socketFolder, { recursive: true, force: true });
    },
  };
}

/** For a second process of ours (the collector): the socket of the PostgreSQL that the first one has started. */
export function findEmbeddedPostgres(folder: string): SocketConnection | undefined {
  const found = postmasterOf(resolve(folder));
  return found ? { host: found.socketFolder, user: OWNER, database: OWNER } : undefined;
}

/** In the temporary folder, because the path of a socket ends at 107 bytes and a data folder may lie deep. */
function privateSocketFolder(user: SystemUser | undefined): string {
  const folder = mkdtempSync(join(tmpdir(), SOCKET_FOLDER));
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}

async function untilReady(child: ChildProcess, connection: SocketConnection): Promise<void> {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4000);
  });
  // Recovery after a crash may take its time; a child that is gone will not come back.
  for (let waited = 0; waited < 120_000; waited += 15) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`PostgreSQL did not start:\n${said}`);
    const state = await createDatabase(connection);
    if (state) return;
    await sleep(15);
  }
  throw new Error(`PostgreSQL was not ready after two minutes:\n${said}`);
}

/** True once the server answers and our database is there. */
async function createDatabase(connection: SocketConnection): Promise<boolean> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [OWNER]);
    if (!rowCount) await client.query(`CREATE DATABASE ${OWNER}`);
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
