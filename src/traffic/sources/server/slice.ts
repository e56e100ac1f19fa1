import { serverSlice } from '#platform/server/slice.ts';
import { decisionRoutes } from './decisions/decision-routes.ts';
import { type SourceRouteSources, sourceRoutes } from './profile/source-routes.ts';
import { refillJobs } from './sweep/refill-jobs.ts';
import { type SweepDeps, sweepJobs } from './sweep/sweep-jobs.ts';
import { sourceSeenTable } from './tables.ts';

export const SOURCES_SERVER = serverSlice({
  id: 'traffic/sources',
  routes: (sources: SourceRouteSources) => [...sourceRoutes(sources), ...decisionRoutes(sources)],
  jobs: (deps: SweepDeps) => [...sweepJobs(deps), ...refillJobs(deps)],
  tables: [{ table: sourceSeenTable, person: 'account' }],
  trafficTables: ['source_counted', 'source_day', 'source_fact', 'source_swept'],
});
