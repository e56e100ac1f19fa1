import { lt } from 'drizzle-orm';
import { FOOTPRINT_KEPT_DAYS } from '#domains/account-tools/contract/footprint.ts';
import { type BoundJob, job, nothing, runs } from '#platform/server/jobs/job.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { footprintTable } from './tables.ts';

const DAY_MS = 86_400_000;
const forgetFootprintsJob = job({ name: 'forget-footprints', data: nothing, cron: '25 4 * * *' });

export const footprintJobs = ({ database, now }: { database: Database; now: () => Date }): BoundJob[] => [
  runs(forgetFootprintsJob, () => forgetFootprints(database, now())),
];

/** Look-ups older than their days are forgotten. Answers how many. */
export async function forgetFootprints({ db }: Database, now: Date): Promise<number> {
  const gone = await db
    .delete(footprintTable)
    .where(lt(footprintTable.lookedAt, new Date(now.getTime() - FOOTPRINT_KEPT_DAYS * DAY_MS)));
  return gone.rowCount ?? 0;
}
