import { serverSlice } from '#platform/server/slice.ts';
import { eventRoutes } from './event-routes.ts';
import { personalDecisions } from './personal-data.ts';

export const EXPLORER_SERVER = serverSlice({
  id: 'traffic/explorer',
  routes: eventRoutes,
  personalData: [personalDecisions],
});
