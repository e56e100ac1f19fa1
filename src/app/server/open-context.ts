import { join } from 'node:path';
import { packageInfoOf } from '#platform/server/access/packages.ts';
import { type EngineAlarm, openClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { migrateClickHouse } from '#platform/server/clickhouse/migrate.ts';
import { systemClock } from '#platform/server/clock.ts';
import type { Config } from '#platform/server/config.ts';
import { openDataFolder } from '#platform/server/data-folder.ts';
import { openFiles, openFilesToLook } from '#platform/server/files/open-files.ts';
import { openJobs } from '#platform/server/jobs/jobs.ts';
import { Wake } from '#platform/server/jobs/loop.ts';
import { createMailer } from '#platform/server/mail/mailer.ts';
import { requireNoMove } from '#platform/server/move/records.ts';
import { migratePostgres } from '#platform/server/postgres/migrate.ts';
import { openPostgres } from '#platform/server/postgres/postgres.ts';
import { inTurn } from '#platform/server/postgres/turns.ts';
import type { ImportDeps } from '#traffic/intake/server/run-import.ts';
import { listDates } from '#traffic/lists/server/list-date.ts';
import type { AppContext } from './app-context.ts';
import { openCurrentLists } from './current-lists.ts';
import { MIGRATIONS } from './places.ts';
import { starts } from './process-roles.ts';

export type Step = <T>(title: string, work: () => Promise<T>) => Promise<T>;

interface OpenOptions {
  alarm?: ((alarm: EngineAlarm) => void) | undefined;
  restoring?: boolean;
  /** For who only looks: the storage of files may be away. Lists are those of the program then. */
  looks?: boolean;
}

/**
 * Opens the engines in order, each as one visible step. Whatever was opened is closed again when a later step fails.
 */
export async function openContext(
  config: Config,
  step: Step,
  { alarm, restoring = false, looks = false }: OpenOptions = {},
): Promise<AppContext> {
  const clock = systemClock;
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const shared = config.databaseUrl !== undefined && config.clickhouseUrl !== undefined;
    const folder = openDataFolder(config.dataFolder, { shared, restoring });
    closers.push(async () => folder.release());
    const database = await step('Records (PostgreSQL)', async () => {
      const opened = await openPostgres({ url: config.databaseUrl, folder: join(folder.path, 'postgres') });
      closers.push(() => opened.close());
      await requireNoMove(opened.pool);
      await migratePostgres(opened.pool, join(MIGRATIONS, 'postgres'));
      return opened;
    });
    const clickhouse = await step('Traffic (ClickHouse)', async () => {
      const opened = await openClickHouse({
        url: config.clickhouseUrl,
        cluster: config.clickhouseCluster,
        folder: join(folder.path, 'clickhouse'),
        memoryBytes: config.queryMemoryBytes,
        userFiles: config.clickhouseUserFiles,
        alarm,
      });
      closers.push(() => opened.close());
      await inTurn(database.pool, 'migration', () =>
        migrateClickHouse(opened, join(MIGRATIONS, 'clickhouse'), config.clickhouseCluster),
      );
      return opened;
    });
    const { files, isAway } = await step('Files', async () =>
      looks ? openFilesToLook(config.bucket, folder) : { files: await openFiles(config.bucket, folder), isAway: false },
    );
    const lists = await step('Lists of networks, agents and releases', () =>
      openCurrentLists({ folder: join(folder.path, 'lists'), ...(isAway ? {} : { files }) }, { shared }),
    );
    closers.push(() => lists.close());
    const imports: ImportDeps = {
      clickhouse,
      database,
      get enricher() {
        return lists.enricher();
      },
      folder: { files, limits: config.uploads },
    };
    const jobs = await openJobs(database, { works: starts(config.roles, 'jobs') });
    closers.push(() => jobs.close());
    return {
      config,
      folder,
      files,
      database,
      clickhouse,
      jobs,
      mailer: createMailer(config, { db: database.db, files }, () => clock.now()),
      clock,
      imports,
      loadWake: new Wake(),
      listDate: (entry) => listDates(lists.info())(entry),
      lists: () => lists.info(),
      reopenLists: () => lists.reopen(),
      packageInfo: (scope, name) => packageInfoOf(scope, database, name, clock.now()),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
