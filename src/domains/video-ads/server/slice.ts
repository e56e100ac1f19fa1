import { serverSlice } from '#platform/server/slice.ts';
import { type CreativeJobParts, creativeJobs } from './creative-jobs.ts';
import { mediaRoutes, playerRoutes } from './player-routes.ts';
import { reportRoutes } from './report-routes.ts';
import { setupRoutes } from './setup-routes.ts';
import { capUseTable, creativeTable, trackerTable } from './tables.ts';
import type { PlayerParts, SetupParts } from './video-parts.ts';

export const VIDEO_ADS_SERVER = serverSlice({
  id: 'domains/video-ads',
  routes: (parts: SetupParts & PlayerParts) => [...setupRoutes(parts), ...reportRoutes(parts)],
  collects: (parts: SetupParts & PlayerParts) => playerRoutes(parts),
  everywhere: (parts: SetupParts & PlayerParts) => mediaRoutes(parts),
  jobs: (parts: CreativeJobParts) => creativeJobs(parts),
  tables: [
    { table: creativeTable, person: 'names', names: [creativeTable.createdBy] },
    { table: trackerTable, person: 'names', names: [trackerTable.createdBy] },
    // A keyed hash that nobody can turn back, of what the events of the same person say openly; they are searched.
    { table: capUseTable, person: 'none' },
  ],
});
