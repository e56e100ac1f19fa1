import { type BoundJob, job, nothing, runs } from '#platform/server/jobs/job.ts';
import type { Jobs } from '#platform/server/jobs/jobs.ts';
import { unfinishedErasures } from './erasure-store.ts';
import { type RetentionDeps, runRetention } from './retention-run.ts';
import { runErasures } from './run-erasures.ts';

/** What a stop broke off is taken up again at once, and every night before retention. */
const eraseJob = job({ name: 'erase', data: nothing, key: () => 'erase', expireMinutes: 12 * 60 });

export const retentionJob = job({
  name: 'retention',
  data: nothing,
  key: () => 'retention',
  cron: '30 2 * * *',
  expireMinutes: 12 * 60,
});

export const privacyJobs = (deps: RetentionDeps): BoundJob[] => [
  runs(
    eraseJob,
    ({ signal }) => runErasures(deps, signal),
    async () => ((await unfinishedErasures(deps.database)).length > 0 ? [{}] : []),
  ),
  runs(retentionJob, async ({ signal }) => {
    await runErasures(deps, signal);
    await runRetention(deps);
  }),
];

/** What is recorded is also found by the next start and the nightly run, so a queue out of reach loses nothing. */
export async function startErasures(jobs: Jobs): Promise<void> {
  await jobs.enqueue(eraseJob, {}).catch(() => null);
}
