import { serverSlice } from '#platform/server/slice.ts';
import { ruleRoutes } from './rule-routes.ts';
import { ruleRewriteTable } from './tables.ts';

export const RULE_SETS_SERVER = serverSlice({
  id: 'traffic/rule-sets',
  routes: ruleRoutes,
  tables: [{ table: ruleRewriteTable, person: 'none' }],
});
