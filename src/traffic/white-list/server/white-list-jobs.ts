import { type BoundJob, job, nothing, runs } from '#platform/server/jobs/job.ts';
import { expireWhiteList, type WhiteListStores } from './white-list.ts';

const expireWhiteListJob = job({ name: 'expire-white-list', data: nothing, cron: '15 2 * * *', changes: 'figures' });

export const whiteListJobs = (stores: WhiteListStores): BoundJob[] => [
  runs(expireWhiteListJob, () => expireWhiteList(stores)),
];
