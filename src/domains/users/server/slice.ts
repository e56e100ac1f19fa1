import { serverSlice } from '#platform/server/slice.ts';
import { type MappingDeps, mappingRoutes } from './mapping-routes.ts';
import { personalAccounts } from './personal-data.ts';
import { type UserDeps, userRoutes } from './user-routes.ts';

export const USERS_SERVER = serverSlice({
  id: 'domains/users',
  routes: (parts: UserDeps & MappingDeps) => [...userRoutes(parts), ...mappingRoutes(parts)],
  personalData: [personalAccounts],
});
