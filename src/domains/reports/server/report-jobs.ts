import { z } from 'zod';
import { type BoundJob, job, nothing, runs } from '#platform/server/jobs/job.ts';
import { forgetOldEntries, unfinishedEntries } from './entry-store.ts';
import { type MakeDeps, makeReport } from './make-report.ts';
import { dropOthers } from './report-folder.ts';

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

export const reportJobs = (deps: MakeDeps): BoundJob[] => [
  runs(
    reportJob,
    ({ data, signal }) => makeReport(deps, data.id, signal),
    () => unfinishedEntries(deps.database),
  ),
  runs(forgetReportsJob, async () => {
    await dropOthers(deps.reportFolder, await forgetOldEntries(deps.database, deps.now()));
  }),
];
