import { serverSlice } from '#platform/server/slice.ts';
import { settlementRoutes } from './settlement-routes.ts';
import { adjustmentTable, adSpendTable, partnerCountTable, settlementTable } from './tables.ts';

export const SETTLEMENTS_SERVER = serverSlice({
  id: 'domains/settlements',
  routes: settlementRoutes,
  tables: [
    { table: settlementTable, person: 'names', names: [settlementTable.createdBy, settlementTable.approvedBy] },
    { table: partnerCountTable, person: 'names', names: [partnerCountTable.author] },
    { table: adjustmentTable, person: 'names', names: [adjustmentTable.author] },
    { table: adSpendTable, person: 'names', names: [adSpendTable.author] },
  ],
});
