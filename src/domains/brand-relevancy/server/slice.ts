import { serverSlice } from '#platform/server/slice.ts';
import { outputRoutes } from './output-routes.ts';
import type { BrandParts } from './parts.ts';
import { requirementRoutes } from './requirement-routes.ts';
import { keywordChangeTable, outputTable, requirementTable, uploadTable } from './tables.ts';

export const BRAND_RELEVANCY_SERVER = serverSlice({
  id: 'domains/brand-relevancy',
  routes: (parts: BrandParts) => [...requirementRoutes(parts), ...outputRoutes(parts)],
  tables: [
    { table: requirementTable, person: 'names', names: [requirementTable.createdBy] },
    { table: keywordChangeTable, person: 'names', names: [keywordChangeTable.changedBy] },
    { table: uploadTable, person: 'names', names: [uploadTable.createdBy] },
    // Videos and channels that anybody may see.
    { table: outputTable, person: 'none' },
  ],
});
