import { z } from 'zod';
import { type BoundJob, job, runs } from '#platform/server/jobs/job.ts';
import type { Stores } from '#platform/server/stores.ts';
import { unfinishedBatches } from './batches.ts';
import { runBatch } from './run-batch.ts';

/** One at a time: two of them may be about the same events. */
export const decideAllJob = job({
  name: 'decide-all',
  data: z.strictObject({ id: z.number().int() }),
  key: ({ id }) => String(id),
  changes: 'figures',
  retries: 5,
  // What was confirmed just before a stop, or has used up its tries while the engine was down.
  resume: { queue: 'resume-decide-all', cron: '9-59/10 * * * *' },
});

export const decisionJobs = (stores: Stores): BoundJob[] => [
  runs(
    decideAllJob,
    ({ data, signal, show }) => runBatch(stores, data.id, { signal, show }),
    () => unfinishedBatches(stores.database),
  ),
];
