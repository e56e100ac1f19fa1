import { serverSlice } from '#platform/server/slice.ts';
import { entryRoutes } from './entry-routes.ts';
import { hitRoutes } from './hit-routes.ts';
import { outputRoutes } from './output-routes.ts';
import type { BrandParts, HitParts } from './parts.ts';
import { requirementRoutes } from './requirement-routes.ts';
import { entryTable, keywordChangeTable, outputTable, requirementTable, uploadTable } from './tables.ts';

export const BRAND_RELEVANCY_SERVER = serverSlice({
  id: 'domains/brand-relevancy',
  routes: (parts: BrandParts & HitParts) => [
    ...requirementRoutes(parts),
    ...outputRoutes(parts),
    ...entryRoutes(parts),
  ],
  collects: (parts: BrandParts & HitParts) => hitRoutes(parts),
  tables: [
    { table: requirementTable, person: 'names', names: [requirementTable.createdBy] },
    { table: keywordChangeTable, person: 'names', names: [keywordChangeTable.changedBy] },
    { table: uploadTable, person: 'names', names: [uploadTable.createdBy] },
    { table: entryTable, person: 'names', names: [entryTable.createdBy] },
    // Videos and channels that anybody may see.
    { table: outputTable, person: 'none' },
  ],
});
