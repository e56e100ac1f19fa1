import { serverSlice } from '#platform/server/slice.ts';
import { nonceJobs } from './nonce-jobs.ts';
import { integrityRoutes } from './routes.ts';
import { keyTable, nonceTable, placeTable, ruleTable, versionTable } from './tables.ts';

export const INTEGRITY_SERVER = serverSlice({
  id: 'domains/integrity',
  routes: integrityRoutes,
  jobs: nonceJobs,
  tables: [
    { table: ruleTable, person: 'names', names: [ruleTable.updatedBy] },
    { table: versionTable, person: 'names', names: [versionTable.publishedBy] },
    { table: placeTable, person: 'names', names: [placeTable.updatedBy] },
    { table: keyTable, person: 'names', names: [keyTable.madeBy] },
    { table: nonceTable, person: 'none' },
  ],
});
