import { serverSlice } from '#platform/server/slice.ts';
import { serverRoutes } from './server-routes.ts';

export const SERVER_SETTINGS_SERVER = serverSlice({ id: 'domains/server-settings', routes: serverRoutes });
