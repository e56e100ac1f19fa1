import { serverSlice } from '#platform/server/slice.ts';
import { type CatalogueParts, catalogueRoutes } from './catalogue-routes.ts';
import { type ListRouteParts, listRoutes } from './list-routes.ts';
import { type RelevancyParts, scanRoutes } from './scan-routes.ts';
import { answerTable, catalogueTable, listEntryTable, listTable, quotaTable, videoTable } from './tables.ts';

export const RELEVANCY_SERVER = serverSlice({
  id: 'domains/relevancy',
  routes: (parts: RelevancyParts & CatalogueParts & ListRouteParts) => [
    ...scanRoutes(parts),
    ...catalogueRoutes(parts),
    ...listRoutes(parts),
  ],
  tables: [
    { table: videoTable, person: 'none' },
    { table: catalogueTable, person: 'none' },
    { table: quotaTable, person: 'none' },
    { table: answerTable, person: 'soon' },
    { table: listTable, person: 'names', names: [listTable.createdBy] },
    // Beside whoever added them videos and channels that anybody may see.
    { table: listEntryTable, person: 'names', names: [listEntryTable.addedBy] },
  ],
});
