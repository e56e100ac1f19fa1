import { serverSlice } from '#platform/server/slice.ts';
import { setupRoutes } from './setup-routes.ts';

export const SETUP_SERVER = serverSlice({ id: 'domains/setup', routes: setupRoutes });
