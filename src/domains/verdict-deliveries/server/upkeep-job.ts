import { and, lt, ne } from 'drizzle-orm';
import { type BoundJob, job, nothing, runs } from '#platform/server/jobs/job.ts';
import type { PlanDeps } from './plan.ts';
import { deliveryTable, sentTable } from './tables.ts';

const DAY_MS = 86_400_000;
/** Calls that went through or were given up can be looked at, and made again, for so long. */
export const LOG_DAYS = 30;
/** After so long a verdict that changes is told as one that was never sent. */
export const SENT_DAYS = 180;

export const deliveryUpkeepJob = job({
  name: 'verdict-deliveries-upkeep',
  data: nothing,
  key: () => 'all',
  cron: '13 * * * *',
  retries: 1,
});

export const deliveryJobs = ({ database: { db }, now }: PlanDeps): BoundJob[] => [
  runs(deliveryUpkeepJob, async () => {
    const ago = (days: number): Date => new Date(now().getTime() - days * DAY_MS);
    await db
      .delete(deliveryTable)
      .where(and(ne(deliveryTable.state, 'waiting'), lt(deliveryTable.doneAt, ago(LOG_DAYS))));
    await db.delete(sentTable).where(lt(sentTable.sentAt, ago(SENT_DAYS)));
  }),
];
