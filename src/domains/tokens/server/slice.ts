import { serverSlice } from '#platform/server/slice.ts';
import { tokenRoutes } from './token-routes.ts';

export const TOKENS_SERVER = serverSlice({ id: 'domains/tokens', routes: tokenRoutes });
