import { z } from 'zod';
import { type BoundJob, job, runs } from '#platform/server/jobs/job.ts';
import { type RewriteStores, rewriteHistory, unfinishedRewrites } from './rewrite-history.ts';

/** One at a time: they share the engine's heavy lane, and the next version counts on the one before being there. */
export const rewriteJob = job({
  name: 'rewrite-history',
  data: z.strictObject({ package: z.string(), version: z.number().int() }),
  key: (rewrite) => `${rewrite.package} ${rewrite.version}`,
  changes: 'figures',
  retries: 5,
  expireMinutes: 23 * 60,
  // What was saved just before a stop, or has used up its tries while the engine was down.
  resume: { queue: 'resume-rewrites', cron: '4-59/10 * * * *' },
});

export const rewriteJobs = (stores: RewriteStores): BoundJob[] => [
  runs(
    rewriteJob,
    ({ data, signal }) => rewriteHistory(stores, data, signal),
    async () =>
      (await unfinishedRewrites(stores.database)).map(({ packageName, version }) => ({
        package: packageName,
        version,
      })),
  ),
];
