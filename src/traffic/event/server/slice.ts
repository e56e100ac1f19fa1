import { serverSlice } from '#platform/server/slice.ts';
import { extentRoutes } from './extent.ts';

export const EVENT_SERVER = serverSlice({
  id: 'traffic/event',
  routes: extentRoutes,
  trafficTables: ['traffic', 'traffic_replaced'],
});
