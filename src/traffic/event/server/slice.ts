import { serverSlice } from '#platform/server/slice.ts';

export const EVENT_SERVER = serverSlice({
  id: 'traffic/event',
  trafficTables: ['traffic', 'traffic_replaced'],
});
