import { serverSlice } from '#platform/server/slice.ts';
import { sourceRoutes } from './profile/source-routes.ts';
import { jobRunTable } from './sweep/job-runs.ts';

export const SOURCES_SERVER = serverSlice({
  id: 'traffic/sources',
  routes: sourceRoutes,
  tables: [{ table: jobRunTable, person: 'none' }],
  trafficTables: ['source_counted', 'source_day', 'source_fact', 'source_swept'],
});
