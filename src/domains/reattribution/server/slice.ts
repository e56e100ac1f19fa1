import { serverSlice } from '#platform/server/slice.ts';
import { reattributionRoutes } from './reattribution-routes.ts';
import { reattributionJobs } from './report-jobs.ts';
import { reattributionReportTable } from './tables.ts';

/** Files without a report are deleted by the hour. They name events by their number alone. */
export const REATTRIBUTION_SERVER = serverSlice({
  id: 'domains/reattribution',
  routes: reattributionRoutes,
  jobs: reattributionJobs,
  tables: [{ table: reattributionReportTable, person: 'names', names: [reattributionReportTable.author] }],
});
