import { serverSlice } from '#platform/server/slice.ts';
import { decisionJobs } from './decisions/decision-jobs.ts';
import { type DecisionSources, decisionRoutes } from './decisions/decision-routes.ts';
import { decisionBatch } from './decisions/tables.ts';
import { type EventRoutesSources, eventRoutes } from './event-routes.ts';
import { personalDecisions } from './personal-data.ts';

export const EXPLORER_SERVER = serverSlice({
  id: 'traffic/explorer',
  routes: (sources: EventRoutesSources & DecisionSources) => [...decisionRoutes(sources), ...eventRoutes(sources)],
  jobs: decisionJobs,
  tables: [{ table: decisionBatch, person: 'names', names: [decisionBatch.author, decisionBatch.undoneBy] }],
  personalData: [personalDecisions],
});
