import { rmSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COPIES_AT_ONCE, copyHashed, isGone, together } from '#platform/server/backup/hashed-copy.ts';
import { type BackupPart, BackupRefused, type Manifest, readManifest } from '#platform/server/backup/manifest.ts';
import { loadJobs, loadRecords } from '#platform/server/backup/records.ts';
import type { Config } from '#platform/server/config.ts';
import { openDataFolder, RESTORING } from '#platform/server/data-folder.ts';
import { pendingMigrations, readMigrations } from '#platform/server/migrations.ts';
import { migratePostgres } from '#platform/server/postgres/migrate.ts';
import { openPostgres } from '#platform/server/postgres/postgres.ts';
import { storedTraffic } from '#traffic/event/server/stored-traffic.ts';
import { requireEmptyFolder } from './backup.ts';
import { openContext, type Step } from './open-context.ts';
import { MIGRATIONS } from './places.ts';
import { jobsOf } from './start-jobs.ts';

export interface Restored {
  manifest: Manifest;
  events: number;
  waiting: number;
}

/**
 * A backup into the empty data folder of `config`, with the engines embedded. Every part is held against its hash as it
 * is copied; a damaged one is refused by its name, and nothing stays. Brings the schema forward when the backup is
 * older.
 */
export async function restoreBackup(from: string, config: Config, step: Step): Promise<Restored> {
  const manifest = await readManifest(from);
  const known = await readMigrations(join(MIGRATIONS, 'postgres'));
  pendingMigrations(known, manifest.migrations);
  const into = config.dataFolder;
  await requireEmptyFolder(into);
  await mkdir(into, { recursive: true, mode: 0o700 });
  // A start on half of it would look like an empty installation.
  await writeFile(join(into, RESTORING), from, { mode: 0o600, flush: true });
  try {
    await step('Files', () => copyParts(from, into, manifest));
    await step('Records', () => restoreRecords(from, into, manifest));
    const restored = await step('Looking through', () => lookThrough(from, config, manifest));
    rmSync(join(into, RESTORING));
    return restored;
  } catch (error) {
    for (const name of await readdir(into))
      if (name !== 'lost+found') rmSync(join(into, name), { recursive: true, force: true });
    throw error;
  }
}

const isRecords = ({ kind }: BackupPart): boolean => kind === 'records' || kind === 'jobs';

/** Files to their places; of records, which PostgreSQL takes in later, only the hash is looked at. */
async function copyParts(from: string, into: string, manifest: Manifest): Promise<void> {
  await together(manifest.parts, COPIES_AT_ONCE, async (part) => {
    const to = isRecords(part) ? undefined : join(into, part.place);
    const copied = await copyHashed(join(from, part.path), to).catch(nullWhereGone);
    if (copied?.sha256 !== part.sha256)
      throw new BackupRefused(
        `The part ${part.name} of the backup is damaged or missing. Nothing was restored: take another backup.`,
      );
  });
}

const nullWhereGone = (error: unknown): null => {
  if (isGone(error)) return null;
  throw error;
};

async function restoreRecords(from: string, into: string, manifest: Manifest): Promise<void> {
  const folder = openDataFolder(into, { restoring: true });
  try {
    const database = await openPostgres({ folder: join(into, 'postgres') });
    try {
      const last = Math.max(0, ...manifest.migrations.map(({ version }) => version));
      await migratePostgres(database.pool, join(MIGRATIONS, 'postgres'), last);
      await loadRecords(database.pool, from, manifest);
    } finally {
      await database.close();
    }
  } finally {
    folder.release();
  }
}

/** Opens it as a start would, which brings it forward, and counts. */
async function lookThrough(from: string, config: Config, manifest: Manifest): Promise<Restored> {
  // Nothing is worked on before everything is there.
  const context = await openContext({ ...config, roles: ['api'] }, (_title, work) => work(), { restoring: true });
  try {
    await context.jobs.declare(jobsOf(context));
    await loadJobs(context.database.pool, from, manifest);
    const { events } = await storedTraffic(context.clickhouse);
    const { detachedParts } = await context.clickhouse.info();
    if (events !== manifest.events || detachedParts > 0)
      throw new Error(`${events} events came back instead of ${manifest.events}`);
    const { rows } = await context.database.pool.query<{ n: string }>(
      'SELECT coalesce(sum(n), 0) AS n FROM intake_batch',
    );
    return { manifest, events, waiting: Number(rows[0]?.n ?? 0) };
  } finally {
    await context.close();
  }
}
