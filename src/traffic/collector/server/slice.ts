import { serverSlice } from '#platform/server/slice.ts';
import { collectorRoutes } from './collect.ts';
import { type LiveParts, liveRoutes } from './live-routes.ts';
import { type LoadParts, loadLoop } from './loader.ts';
import { personalDeadLetters } from './personal-data.ts';
import { pixelRoutes } from './pixel.ts';
import { protocolRoutes } from './protocols/serve.ts';
import { deadLetter, intakeBatch, intakeCount, intakeSeen, senderNote, writeKey } from './tables.ts';
import { type TagParts, tagRoutes } from './tag-route.ts';
import { Taker, type TakerParts } from './taker.ts';
import { type UpkeepDeps, upkeepJobs } from './upkeep-jobs.ts';
import type { AskerParts } from './verdict/asker.ts';
import { verdictRoutes } from './verdict/verdict-routes.ts';

type Parts = LiveParts & TakerParts & AskerParts & TagParts;

export const COLLECTOR_SERVER = serverSlice({
  id: 'traffic/collector',
  routes: (parts: Parts) => liveRoutes(parts),
  collects: (parts: Parts) => {
    const taker = new Taker(parts);
    return [
      ...collectorRoutes(taker),
      ...pixelRoutes(taker),
      ...protocolRoutes({ taker, now: parts.now }),
      ...verdictRoutes(parts),
    ];
  },
  everywhere: (parts: Parts) => tagRoutes(parts),
  loops: (parts: LoadParts & UpkeepDeps) => [loadLoop(parts)],
  jobs: (parts: LoadParts & UpkeepDeps) => upkeepJobs(parts),
  tables: [
    { table: writeKey, person: 'names', names: [writeKey.createdBy] },
    // Loaded within seconds, and then they are events.
    { table: intakeBatch, person: 'soon' },
    { table: intakeSeen, person: 'none' },
    { table: deadLetter, person: 'searched' },
    { table: intakeCount, person: 'none' },
    { table: senderNote, person: 'none' },
  ],
  personalData: [personalDeadLetters],
});
