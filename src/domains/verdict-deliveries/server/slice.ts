import { serverSlice } from '#platform/server/slice.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { deliveryLoops } from './loops.ts';
import { personalDeliveries } from './personal-data.ts';
import type { PlanDeps } from './plan.ts';
import type { SendDeps } from './send.ts';
import { deliveryTable, destinationTable, sentTable } from './tables.ts';
import { deliveryJobs } from './upkeep-job.ts';

export const VERDICT_DELIVERIES_SERVER = serverSlice({
  id: 'domains/verdict-deliveries',
  routes: deliveryRoutes,
  loops: (parts: PlanDeps & SendDeps) => deliveryLoops(parts),
  jobs: (parts: PlanDeps & SendDeps) => deliveryJobs(parts),
  tables: [
    { table: destinationTable, person: 'names', names: [destinationTable.createdBy] },
    { table: deliveryTable, person: 'searched' },
    // Numbers of events, which are made from what is erased.
    { table: sentTable, person: 'none' },
  ],
  personalData: [personalDeliveries],
});
