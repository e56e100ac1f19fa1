import { serverSlice } from '#platform/server/slice.ts';
import type { Stores } from '#platform/server/stores.ts';
import { changeRoutes } from './change-routes.ts';
import { feedJobs } from './feed-jobs.ts';
import { feedEntry, feedHead, feedStep } from './tables.ts';

export const CHANGES_SERVER = serverSlice({
  id: 'traffic/changes',
  routes: changeRoutes,
  jobs: (stores: Stores) => feedJobs(stores),
  tables: [
    { table: feedStep, person: 'none' },
    { table: feedHead, person: 'none' },
    { table: feedEntry, person: 'none' },
  ],
  trafficTables: ['told_row'],
});
