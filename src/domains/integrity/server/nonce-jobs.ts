import { lt } from 'drizzle-orm';
import { type BoundJob, job, nothing, runs } from '#platform/server/jobs/job.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { ONCE_SECONDS, SKEW_SECONDS } from './read-signature.ts';
import { nonceTable } from './tables.ts';

export interface NonceDeps {
  database: Database;
  now: () => Date;
}

const forgetNoncesJob = job({ name: 'forget-link-nonces', data: nothing, cron: '57 2 * * *' });

export const nonceJobs = (deps: NonceDeps): BoundJob[] => [runs(forgetNoncesJob, () => forgetNonces(deps))];

/** Links that hold once are refused by their age long before. */
async function forgetNonces({ database: { db }, now }: NonceDeps): Promise<void> {
  const before = new Date(now().getTime() - 2 * (ONCE_SECONDS + SKEW_SECONDS) * 1000);
  await db.delete(nonceTable).where(lt(nonceTable.usedAt, before));
}
