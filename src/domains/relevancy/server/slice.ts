import { serverSlice } from '#platform/server/slice.ts';
import { scanRoutes } from './scan-routes.ts';
import { videoTable } from './tables.ts';

export const RELEVANCY_SERVER = serverSlice({
  id: 'domains/relevancy',
  routes: scanRoutes,
  tables: [{ table: videoTable, person: 'none' }],
});
