import { serverSlice } from '#platform/server/slice.ts';
import { todayVisitTable } from './tables.ts';
import { todayRoutes } from './today-routes.ts';

export const TODAY_SERVER = serverSlice({
  id: 'domains/today',
  routes: todayRoutes,
  tables: [{ table: todayVisitTable, person: 'account' }],
});
