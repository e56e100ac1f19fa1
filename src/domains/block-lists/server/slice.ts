import type { Route } from '#platform/server/http/implement.ts';
import { serverSlice } from '#platform/server/slice.ts';
import { blockJobs } from './block-jobs.ts';
import { type BlockParts, blockRoutes, feedRoutes, standingRoutes } from './block-routes.ts';
import { personalBlocks } from './personal-data.ts';
import { blockEntry, blockFeed, blockList, blockStanding } from './tables.ts';

export const BLOCK_LISTS_SERVER = serverSlice({
  id: 'domains/block-lists',
  routes: (parts: BlockParts): Route[] => [...blockRoutes(parts), ...standingRoutes(parts), ...feedRoutes(parts)],
  jobs: blockJobs,
  tables: [
    { table: blockEntry, person: 'searched', names: [blockEntry.author, blockEntry.removedBy] },
    { table: blockStanding, person: 'searched', names: [blockStanding.createdBy] },
    { table: blockList, person: 'none' },
    { table: blockFeed, person: 'names', names: [blockFeed.createdBy] },
  ],
  personalData: [personalBlocks],
});
