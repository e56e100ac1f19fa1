/** One real PostgreSQL for the whole run, with one migrated database that every test file gets a copy of. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openJobs } from '#platform/server/jobs/jobs.ts';
import { type SocketConnection, startEmbeddedPostgres } from '#platform/server/postgres/embedded-postgres.ts';
import { migratePostgres } from '#platform/server/postgres/migrate.ts';
import { clearOrphan } from '#platform/server/postgres/orphan.ts';
import { connectPostgres } from '#platform/server/postgres/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: SocketConnection;
  }
}

const PREFIX = 'adsieve-test-';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await clearKilledRuns();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const server = await startEmbeddedPostgres(join(folder, 'postgres'), { unsafeFast: true });
  const template = connectPostgres(server.connection, 'embedded', 4);
  await migratePostgres(template.pool, 'db/postgres');
  // The job tables are part of every database; made here they cost no test file anything.
  await (await openJobs(template)).close();
  await template.close();
  project.provide('postgres', server.connection);
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** A run that was killed leaves its server behind; the next one clears it away. */
async function clearKilledRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(PREFIX))) {
    const pid = Number(name.slice(PREFIX.length).split('-')[0]);
    if (isAlive(pid)) continue;
    const folder = join(tmpdir(), name);
    await clearOrphan(join(folder, 'postgres')).catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
