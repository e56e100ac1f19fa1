import { type BoundJob, job, nothing, runs } from '#platform/server/jobs/job.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { forgetFootprints } from './footprint-store.ts';

const forgetFootprintsJob = job({ name: 'forget-footprints', data: nothing, cron: '52 3 * * *' });

export const footprintJobs = ({ database, now }: { database: Database; now: () => Date }): BoundJob[] => [
  runs(forgetFootprintsJob, () => forgetFootprints(database, now())),
];
