import type { Jobs } from '#platform/server/jobs/jobs.ts';
import { type RewriteStores, rewriteHistory, unfinishedRewrites } from './rewrite-history.ts';

const QUEUE = 'rewrite-history';
const LOOKING = 'resume-rewrites';

interface Rewrite {
  package: string;
  version: number;
}

/** One at a time: they share the engine's heavy lane, and the next version counts on the one before being there. */
export async function defineRewriteJobs(stores: RewriteStores, jobs: Jobs): Promise<void> {
  await jobs.define<Rewrite>(QUEUE, ({ data, signal }) => rewriteHistory(stores, data, signal), {
    concurrency: 1,
    retries: 5,
    expireMinutes: 23 * 60,
  });
  // What was saved just before a stop, or has used up its tries while the engine was down.
  await jobs.define(LOOKING, () => resumeRewrites(stores, jobs));
  await jobs.schedule(LOOKING, '*/10 * * * *');
  await resumeRewrites(stores, jobs);
}

async function resumeRewrites({ database }: RewriteStores, jobs: Jobs): Promise<void> {
  for (const { packageName, version } of await unfinishedRewrites(database))
    await enqueueRewrite(jobs, { package: packageName, version });
}

export const enqueueRewrite = (jobs: Jobs, rewrite: Rewrite): Promise<string | null> =>
  jobs.enqueue(QUEUE, rewrite, { singletonKey: `${rewrite.package} ${rewrite.version}` });
