import { z } from 'zod';
import { type BoundJob, job, nothing, runs } from '#platform/server/jobs/job.ts';
import { type CheckParts, checkDomains, packagesToCheck } from './check-domains.ts';

/** Asked for by a person or by the day. What a stop leaves undone the next run looks at first. */
export const checkDomainsJob = job({
  name: 'check-domains',
  data: z.strictObject({ package: z.string() }),
  key: (domains) => domains.package,
  retries: 1,
});

export const dailyDomainsJob = job({ name: 'daily-domains', data: nothing, cron: '25 5 * * *', retries: 1 });

export const domainJobs = (parts: CheckParts): BoundJob[] => [
  runs(checkDomainsJob, async ({ data, scope, signal }) => {
    await checkDomains(scope, parts, data.package, signal);
  }),
  runs(dailyDomainsJob, async ({ enqueue }) => {
    for (const name of await packagesToCheck(parts)) await enqueue(checkDomainsJob, { package: name });
  }),
];
