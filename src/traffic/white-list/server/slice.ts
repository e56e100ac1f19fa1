import { serverSlice } from '#platform/server/slice.ts';
import { personalEntries } from './personal-data.ts';
import { whiteListJobs } from './white-list-jobs.ts';
import { whiteListRoutes } from './white-list-routes.ts';

export const WHITE_LIST_SERVER = serverSlice({
  id: 'traffic/white-list',
  routes: whiteListRoutes,
  jobs: whiteListJobs,
  personalData: [personalEntries],
});
