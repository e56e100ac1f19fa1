import { serverSlice } from '#platform/server/slice.ts';
import { footprintJobs } from './footprint-jobs.ts';
import { personalFootprints, personalMerchants } from './personal-data.ts';
import {
  bankCheckTable,
  devicePrintTable,
  embeddedPageTable,
  footprintTable,
  linkedAccountTable,
  merchantBatchTable,
  merchantTable,
} from './tables.ts';
import { toolRoutes } from './tool-routes.ts';

export const ACCOUNT_TOOLS_SERVER = serverSlice({
  id: 'domains/account-tools',
  routes: toolRoutes,
  jobs: footprintJobs,
  tables: [
    { table: bankCheckTable, person: 'names', names: [bankCheckTable.author] },
    { table: merchantBatchTable, person: 'names', names: [merchantBatchTable.author] },
    { table: merchantTable, person: 'searched', names: [merchantTable.author] },
    { table: footprintTable, person: 'searched', names: [footprintTable.author] },
    { table: linkedAccountTable, person: 'names', names: [linkedAccountTable.linkedBy] },
    { table: embeddedPageTable, person: 'names', names: [embeddedPageTable.setBy] },
    { table: devicePrintTable, person: 'account' },
  ],
  personalData: [personalFootprints, personalMerchants],
});
