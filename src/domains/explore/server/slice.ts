import type { Database } from '#platform/server/postgres/postgres.ts';
import { serverSlice } from '#platform/server/slice.ts';
import { boardRoutes } from './board-routes.ts';
import { type ExploreParts, exploreRoutes } from './explore-routes.ts';
import { personalBoards } from './personal-data.ts';
import { ownBoard } from './tables.ts';

/** Boards go with the account that owns them; those of others that name a person are searched. */
export const EXPLORE_SERVER = serverSlice({
  id: 'domains/explore',
  routes: (parts: ExploreParts & { database: Database }) => [...boardRoutes(parts), ...exploreRoutes(parts)],
  tables: [{ table: ownBoard, person: 'account' }],
  personalData: [personalBoards],
});
