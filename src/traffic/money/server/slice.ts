import { serverSlice } from '#platform/server/slice.ts';
import { moneyRoutes } from './money-routes.ts';
import { exchangeRateTable, priceTable } from './tables.ts';

export const MONEY_SERVER = serverSlice({
  id: 'traffic/money',
  routes: moneyRoutes,
  tables: [
    { table: priceTable, person: 'names', names: [priceTable.author, priceTable.removedBy] },
    { table: exchangeRateTable, person: 'names', names: [exchangeRateTable.author] },
  ],
});
