import { serverSlice } from '#platform/server/slice.ts';
import { exploreRoutes } from './explore-routes.ts';

export const EXPLORE_SERVER = serverSlice({ id: 'domains/explore', routes: exploreRoutes });
