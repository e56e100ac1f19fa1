import { serverSlice } from '#platform/server/slice.ts';
import { listRoutes } from './list-routes.ts';

export const LISTS_SERVER = serverSlice({ id: 'traffic/lists', routes: listRoutes });
