/**
 * One real PostgreSQL for the whole run, with one migrated database that every test file gets a copy of, and one
 * migrated folder of ClickHouse to copy.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openJobs } from '#platform/server/jobs/jobs.ts';
import { type SocketConnection, startEmbeddedPostgres } from '#platform/server/postgres/embedded-postgres.ts';
import { migratePostgres } from '#platform/server/postgres/migrate.ts';
import { clearOrphan } from '#platform/server/postgres/orphan.ts';
import { connectPostgres } from '#platform/server/postgres/postgres.ts';
import { bundle } from './bundle.ts';
import { isAlive } from './run-folder.ts';

/** Of the embedded server, or of the one in DATABASE_URL. */
interface PostgresOfTests extends SocketConnection {
  port?: number;
  password?: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: PostgresOfTests;
    /** Folder of a migrated ClickHouse that nobody has open. */
    engine: string;
  }
}

const PREFIX = 'adsieve-test-';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await clearKilledRuns();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const engine = join(folder, 'engine');
  const given = process.env['DATABASE_URL'] ?? '';
  const [server] = await Promise.all([
    given === '' ? startEmbeddedPostgres(join(folder, 'postgres'), { unsafeFast: true }) : onServer(given),
    migrateEngine(engine),
  ]);
  const template = connectPostgres(server.connection, 'embedded', 4);
  await migratePostgres(template.pool, 'db/postgres');
  // The job tables are part of every database; made here they cost no test file anything.
  await (await openJobs(template)).close();
  await template.close();
  project.provide('postgres', server.connection);
  project.provide('engine', engine);
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** A server that somebody has: a database of the run's own on it, gone afterwards. */
async function onServer(url: string): Promise<{ connection: PostgresOfTests; stop: () => Promise<void> }> {
  const { hostname, port, username, password } = new URL(url);
  const database = `adsieve_tests_${process.pid}`;
  const connection = {
    host: decodeURIComponent(hostname),
    port: Number(port) || 5432,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database,
  };
  const ask = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await ask(`CREATE DATABASE ${database}`);
  return { connection, stop: () => ask(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`) };
}

async function migrateEngine(folder: string): Promise<void> {
  mkdirSync(folder);
  // Inside the repository, since packages are looked for from there.
  const scripts = join(process.cwd(), '.tmp', 'children', `template-${process.pid}`);
  const script = await bundle(join(import.meta.dirname, 'engine-template.ts'), scripts, 'engine-template');
  await promisify(execFile)(process.execPath, [script, folder]);
  rmSync(scripts, { recursive: true, force: true });
}

/** A run that was killed leaves its folder behind; the next one clears it away. */
async function clearKilledRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(PREFIX))) {
    const pid = Number(name.slice(PREFIX.length).split('-')[0]);
    if (isAlive(pid)) continue;
    const folder = join(tmpdir(), name);
    await clearOrphan(join(folder, 'postgres')).catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  }
}
