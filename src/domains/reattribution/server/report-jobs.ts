import { z } from 'zod';
import { type BoundJob, job, nothing, runs } from '#platform/server/jobs/job.ts';
import { type MakeParts, makeReport } from './make-report.ts';
import { fileOf, forgetOldReports, unfinishedReports } from './report-store.ts';

export const reattributionJob = job({
  name: 'make-reattribution-report',
  data: z.strictObject({ id: z.number().int() }),
  key: ({ id }) => String(id),
  retries: 1,
  expireMinutes: 6 * 60,
  resume: { queue: 'resume-reattribution-reports', cron: '28 * * * *' },
});

const forgetJob = job({ name: 'forget-reattribution-reports', data: nothing, cron: '58 * * * *' });

export const reattributionJobs = (parts: MakeParts): BoundJob[] => [
  runs(
    reattributionJob,
    ({ data, scope, signal }) => makeReport(scope, parts, data.id, signal),
    () => unfinishedReports(parts.database),
  ),
  runs(forgetJob, async () => {
    const kept = await forgetOldReports(parts.database);
    for await (const { name } of parts.files.list('reports')) {
      const [, id] = /^reports\/reattribution-(\d+)$/.exec(name) ?? [];
      if (id !== undefined && !kept.has(Number(id))) await parts.files.remove(fileOf(Number(id)));
    }
  }),
];
