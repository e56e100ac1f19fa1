import { serverSlice } from '#platform/server/slice.ts';
import { personalViews } from './personal-data.ts';
import { savedView } from './tables.ts';
import { viewRoutes } from './view-routes.ts';

/** Views go with the account that saved them; those of others that name a person are searched. */
export const VIEWS_SERVER = serverSlice({
  id: 'domains/views',
  routes: viewRoutes,
  tables: [{ table: savedView, person: 'account' }],
  personalData: [personalViews],
});
