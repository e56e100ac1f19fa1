import { serverSlice } from '#platform/server/slice.ts';
import { docsRoutes } from './docs-routes.ts';

export const DOCS_SERVER = serverSlice({ id: 'domains/docs', routes: docsRoutes });
