import { definePrivacyJobs } from '#domains/privacy/server/privacy-routes.ts';
import { defineMailJobs } from '#platform/server/mail/mail-jobs.ts';
import { defineImportJobs } from '#traffic/intake/server/imports.ts';
import { defineRewriteJobs } from '#traffic/rule-sets/server/replay/rewrite-jobs.ts';
import { defineRefillJobs } from '#traffic/sources/server/sweep/refill-jobs.ts';
import { defineSweepJobs } from '#traffic/sources/server/sweep/sweep-jobs.ts';
import { expireWhiteList } from '#traffic/white-list/server/white-list.ts';
import type { AppContext } from './app-context.ts';
import { NAME_COLUMNS, PERSONAL_DATA } from './slices.ts';

const NIGHTLY = '15 2 * * *';

/** Queues and schedules of the running server. Imports broken off by the last stop are taken up again. */
export async function startJobs(context: AppContext): Promise<void> {
  const { clickhouse, database, jobs, clock } = context;
  await defineMailJobs(context.mailer, jobs);
  await defineImportJobs(context.imports, jobs);
  await defineRewriteJobs({ clickhouse, database, now: () => clock.now() }, jobs);
  await defineSweepJobs({ clickhouse, database, now: () => clock.now() }, jobs);
  await defineRefillJobs({ clickhouse, database, now: () => clock.now() }, jobs);
  await jobs.define('expire-white-list', async () => {
    await expireWhiteList({ clickhouse, database, now: () => clock.now() });
  });
  await jobs.schedule('expire-white-list', NIGHTLY);
  await definePrivacyJobs(
    {
      clickhouse,
      database,
      importFolder: context.imports.folder.path,
      now: () => clock.now(),
      personalData: PERSONAL_DATA,
      nameColumns: NAME_COLUMNS,
    },
    jobs,
  );
}
