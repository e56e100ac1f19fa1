import { serverSlice } from '#platform/server/slice.ts';
import { supplyRoutes } from './routes.ts';
import { supplyJobs } from './supply-jobs.ts';
import { supplyFile, supplyVersion } from './tables.ts';

export const SUPPLY_SERVER = serverSlice({
  id: 'domains/supply',
  routes: supplyRoutes,
  jobs: supplyJobs,
  tables: [
    { table: supplyFile, person: 'names', names: [supplyFile.createdBy] },
    // What sites and exchanges hand out to everybody.
    { table: supplyVersion, person: 'names', names: [supplyVersion.createdBy] },
  ],
  trafficTables: ['seller_file', 'seller_record'],
});
