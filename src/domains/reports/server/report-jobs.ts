import { z } from 'zod';
import { KEPT_REMOVED_DAYS } from '#domains/reports/contract/schedule.ts';
import { type BoundJob, job, nothing, runs } from '#platform/server/jobs/job.ts';
import { forgetOldEntries, unfinishedEntries } from './entry-store.ts';
import { type MakeDeps, makeReport } from './make-report.ts';
import { dropOthers } from './report-files.ts';
import { forgetRemoved, runDue } from './run-schedule.ts';
import { type SettleDeps, settleEntry, settleLeft } from './settle-entry.ts';

export const reportJob = job({
  name: 'make-report',
  data: z.strictObject({ id: z.number().int() }),
  key: ({ id }) => String(id),
  retries: 1,
  expireMinutes: 6 * 60,
  resume: { queue: 'resume-reports', cron: '6-59/20 * * * *' },
});

/** By the hour, so that files of erased persons and packages do not lie about. */
const forgetReportsJob = job({ name: 'forget-reports', data: nothing, cron: '53 * * * *' });

/** Often enough that a full hour of any zone is kept to the minute. */
const runSchedulesJob = job({ name: 'run-report-schedules', data: nothing, cron: '1-59/10 * * * *' });

const DAY_MS = 86_400_000;

export const reportJobs = (deps: MakeDeps & SettleDeps): BoundJob[] => [
  runs(
    reportJob,
    async ({ data, signal }) => {
      try {
        await makeReport(deps, data.id, signal);
      } finally {
        await settleEntry(deps, data.id);
      }
    },
    () => unfinishedEntries(deps.database),
  ),
  runs(runSchedulesJob, async ({ scope, enqueue }) => {
    try {
      await runDue(scope, deps, (entry) => enqueue(reportJob, entry));
    } finally {
      await settleLeft(deps);
    }
  }),
  runs(forgetReportsJob, async () => {
    const now = deps.now();
    await forgetRemoved(deps.database, new Date(now.getTime() - KEPT_REMOVED_DAYS * DAY_MS));
    await dropOthers(deps.files, await forgetOldEntries(deps.database, now));
  }),
];
