import { serverSlice } from '#platform/server/slice.ts';
import { erasureTable } from './erasure-store.ts';
import { privacyJobs } from './privacy-jobs.ts';
import { privacyRoutes } from './privacy-routes.ts';

export const PRIVACY_SERVER = serverSlice({
  id: 'domains/privacy',
  routes: privacyRoutes,
  jobs: privacyJobs,
  // What is to be erased is named until it is done, and a hash from then on.
  tables: [{ table: erasureTable, person: 'names', names: [erasureTable.author] }],
});
