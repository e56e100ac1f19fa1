import { type BoundJob, job, nothing, runs } from '../jobs/job.ts';
import type { Files } from './files.ts';
import { LEFT_MS } from './open-files.ts';

const cleanFilesJob = job({ name: 'clean-files', data: nothing, cron: '35 2 * * *' });

/** What killed processes have left of files they were writing. */
export const cleanFiles = (files: Files, now: () => Date): BoundJob =>
  runs(cleanFilesJob, () => files.clean(new Date(now().getTime() - LEFT_MS)));
