import { serverSlice } from '#platform/server/slice.ts';
import { packageRoutes } from './package-routes.ts';

export const PACKAGES_SERVER = serverSlice({ id: 'domains/packages', routes: packageRoutes });
