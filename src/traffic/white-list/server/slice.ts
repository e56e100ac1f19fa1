import { serverSlice } from '#platform/server/slice.ts';
import { personalEntries } from './personal-data.ts';
import { whiteListRoutes } from './white-list-routes.ts';

export const WHITE_LIST_SERVER = serverSlice({
  id: 'traffic/white-list',
  routes: whiteListRoutes,
  personalData: [personalEntries],
});
