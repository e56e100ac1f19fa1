import { serverSlice } from '#platform/server/slice.ts';
import { type CatalogueParts, catalogueRoutes } from './catalogue-routes.ts';
import { type RelevancyParts, scanRoutes } from './scan-routes.ts';
import { answerTable, catalogueTable, quotaTable, videoTable } from './tables.ts';

export const RELEVANCY_SERVER = serverSlice({
  id: 'domains/relevancy',
  routes: (parts: RelevancyParts & CatalogueParts) => [...scanRoutes(parts), ...catalogueRoutes(parts)],
  tables: [
    { table: videoTable, person: 'none' },
    { table: catalogueTable, person: 'none' },
    { table: quotaTable, person: 'none' },
    { table: answerTable, person: 'soon' },
  ],
});
