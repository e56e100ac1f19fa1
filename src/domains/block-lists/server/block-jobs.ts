import { z } from 'zod';
import { type BoundJob, job, nothing, runs } from '#platform/server/jobs/job.ts';
import { rewriteJob } from '#traffic/rule-sets/server/replay/rewrite-jobs.ts';
import { type FeedStores, writeFeeds } from './feed-text.ts';
import { followRules, type KeepStores, packagesBehind } from './keep-list.ts';
import { type LookAllParts, lookAll } from './look-standing.ts';

/** Rules and feeds follow the list. Twice in a row does nothing more: both are made from what is in force. */
export const followBlockListJob = job({
  name: 'follow-block-list',
  data: z.strictObject({ package: z.string() }),
  key: (list) => list.package,
  retries: 5,
});

/** What ended by its date reaches rules and feeds within the minute, and so does what a stop left undone. */
export const endBlocksJob = job({ name: 'end-block-entries', data: nothing, cron: '* * * * *', retries: 0 });

/** After what changes figures, and every hour for what comes live. One waits at most: it looks at everything. */
export const lookStandingJob = job({
  name: 'look-standing-blocks',
  data: nothing,
  key: () => 'all',
  cron: '48 * * * *',
  after: 'figures',
  retries: 1,
});

export const blockJobs = (stores: KeepStores & FeedStores & LookAllParts): BoundJob[] => [
  runs(lookStandingJob, async ({ scope, signal, enqueue }) => {
    for (const name of await lookAll(scope, stores, signal)) await enqueue(followBlockListJob, { package: name });
  }),
  runs(followBlockListJob, async ({ data, scope, enqueue }) => {
    // Feeds first: they wait for no other version of the rules.
    await writeFeeds(scope, stores, data.package);
    const version = await followRules(scope, stores, data.package);
    if (version !== null) await enqueue(rewriteJob, { package: data.package, version });
  }),
  runs(endBlocksJob, async ({ enqueue }) => {
    for (const name of await packagesBehind(stores)) await enqueue(followBlockListJob, { package: name });
  }),
];
