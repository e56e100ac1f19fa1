import { join } from 'node:path';
import { openClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { migrateClickHouse } from '#platform/server/clickhouse/migrate.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import type { Config } from '#platform/server/config.ts';
import { openJobs } from '#platform/server/jobs/jobs.ts';
import type { MovedFiles } from '#platform/server/move/files.ts';
import { MoveRefused } from '#platform/server/move/move-refused.ts';
import { beginMove, copyRecords, endMove } from '#platform/server/move/records.ts';
import { copyTraffic, workTables } from '#platform/server/move/traffic.ts';
import { migratePostgres } from '#platform/server/postgres/migrate.ts';
import { openPostgres } from '#platform/server/postgres/postgres.ts';
import { intoBucket } from './move-files.ts';
import { openContext, type Step } from './open-context.ts';
import { MIGRATIONS } from './places.ts';
import { jobsOf } from './start-jobs.ts';

export interface Moved {
  /** Tables of each engine, all of whose rows were held against the original. */
  records: { tables: number; rows: number };
  traffic: { tables: number; rows: number };
  /** Null where they stay in the data folder. */
  files: MovedFiles | null;
}

/**
 * The engines embedded in the data folder of `config` to those its addresses name, and the files in it to the bucket, if
 * it names one. What is moved stays as it was. Can be broken off anywhere and called again; until it has ended, nothing
 * starts on the new engines.
 */
export async function moveToServers(config: Config, step: Step, onPart: (text: string) => void): Promise<Moved> {
  const { databaseUrl, clickhouseUrl: url, clickhouseCluster: cluster, clickhouseUserFiles: userFiles } = config;
  if (databaseUrl === undefined || url === undefined)
    throw new MoveRefused('Say where to with DATABASE_URL and CLICKHOUSE_URL, as they will be afterwards.');
  const embedded = {
    ...config,
    databaseUrl: undefined,
    clickhouseUrl: undefined,
    clickhouseCluster: undefined,
    bucket: undefined,
  };
  // Nothing is worked on meanwhile.
  const from = await openContext({ ...embedded, roles: ['api'] }, step);
  const closers: (() => Promise<void>)[] = [() => from.close()];
  try {
    await from.jobs.declare(jobsOf(from));
    if ((await workTables(from.clickhouse)).length > 0)
      throw new MoveRefused(
        'An import or a load is in its midst. Start Adsieve as it was, let it end, stop it, and move then.',
      );
    const database = await openPostgres({ url: databaseUrl, folder: '' });
    closers.push(() => database.close());
    const clickhouse = await openClickHouse({ url, cluster, userFiles, folder: '' });
    closers.push(() => clickhouse.close());
    const isNew = await beginMove(database.pool, config.dataFolder);
    if (isNew) await requireNoTables(clickhouse, () => endMove(database.pool));
    await step('Schema', async () => {
      await migratePostgres(database.pool, join(MIGRATIONS, 'postgres'));
      await migrateClickHouse(clickhouse, join(MIGRATIONS, 'clickhouse'), cluster);
      // The queues that jobs wait in.
      const jobs = await openJobs(database, { works: false });
      await jobs.declare(jobsOf(from));
      await jobs.close();
    });
    const traffic = await step('Traffic', () => copyTraffic(from.clickhouse, clickhouse, onPart));
    const records = await step('Records', () => copyRecords(from.database.pool, database.pool));
    const { bucket } = config;
    const files = bucket ? await step('Files', () => intoBucket(from.files, bucket, from.folder, onPart)) : null;
    await endMove(database.pool);
    return { records, traffic, files };
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

async function requireNoTables(
  clickhouse: Awaited<ReturnType<typeof openClickHouse>>,
  undo: () => Promise<void>,
): Promise<void> {
  const found = await clickhouse.query<{ name: string }>(
    sql`SELECT name FROM system.tables WHERE database = currentDatabase() LIMIT 1`,
  );
  if (found.length === 0) return;
  await undo();
  throw new MoveRefused('The ClickHouse of CLICKHOUSE_URL has tables of Adsieve already. Nothing was changed there.');
}
