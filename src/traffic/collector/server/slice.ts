import { serverSlice } from '#platform/server/slice.ts';
import { collectorRoutes } from './collect.ts';
import { type LiveParts, liveRoutes } from './live-routes.ts';
import { type LoadParts, loadLoop } from './loader.ts';
import { personalDeadLetters } from './personal-data.ts';
import { deadLetter, intakeBatch, intakeCount, intakeSeen, writeKey } from './tables.ts';
import type { TakerParts } from './taker.ts';
import { type UpkeepDeps, upkeepJobs } from './upkeep-jobs.ts';
import type { AskerParts } from './verdict/asker.ts';
import { verdictRoutes } from './verdict/verdict-routes.ts';

export const COLLECTOR_SERVER = serverSlice({
  id: 'traffic/collector',
  routes: (parts: LiveParts & TakerParts) => liveRoutes(parts),
  collects: (parts: LiveParts & TakerParts & AskerParts) => [...collectorRoutes(parts), ...verdictRoutes(parts)],
  loops: (parts: LoadParts & UpkeepDeps) => [loadLoop(parts)],
  jobs: (parts: LoadParts & UpkeepDeps) => upkeepJobs(parts),
  tables: [
    { table: writeKey, person: 'names', names: [writeKey.createdBy] },
    // Loaded within seconds, and then they are events.
    { table: intakeBatch, person: 'soon' },
    { table: intakeSeen, person: 'none' },
    { table: deadLetter, person: 'searched' },
    { table: intakeCount, person: 'none' },
  ],
  personalData: [personalDeadLetters],
});
