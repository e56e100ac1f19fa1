import { serverSlice } from '#platform/server/slice.ts';
import { rewriteJobs } from './replay/rewrite-jobs.ts';
import { ruleRoutes } from './rule-routes.ts';
import { ruleRewriteTable } from './tables.ts';

export const RULE_SETS_SERVER = serverSlice({
  id: 'traffic/rule-sets',
  routes: ruleRoutes,
  jobs: rewriteJobs,
  tables: [{ table: ruleRewriteTable, person: 'none' }],
});
