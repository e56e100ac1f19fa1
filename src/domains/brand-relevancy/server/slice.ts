import { serverSlice } from '#platform/server/slice.ts';
import type { BrandParts } from './parts.ts';
import { requirementRoutes } from './requirement-routes.ts';
import { keywordChangeTable, requirementTable } from './tables.ts';

export const BRAND_RELEVANCY_SERVER = serverSlice({
  id: 'domains/brand-relevancy',
  routes: (parts: BrandParts) => requirementRoutes(parts),
  tables: [
    { table: requirementTable, person: 'names', names: [requirementTable.createdBy] },
    { table: keywordChangeTable, person: 'names', names: [keywordChangeTable.changedBy] },
  ],
});
