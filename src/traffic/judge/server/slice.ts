import { serverSlice } from '#platform/server/slice.ts';
import {
  eventDecision,
  ruleSetTable,
  sourceDecisionTable,
  verdictChangeCountTable,
  verdictChangeTable,
  whiteListTable,
} from './tables.ts';
import { verdictChangeRoutes } from './verdict-change-routes.ts';

/** Tables that judging reads lie here, whoever writes them. */
export const JUDGE_SERVER = serverSlice({
  id: 'traffic/judge',
  routes: verdictChangeRoutes,
  tables: [
    { table: ruleSetTable, person: 'names', names: [ruleSetTable.author] },
    { table: whiteListTable, person: 'searched', names: [whiteListTable.author, whiteListTable.removedBy] },
    { table: sourceDecisionTable, person: 'names', names: [sourceDecisionTable.author, sourceDecisionTable.undoneBy] },
    { table: eventDecision, person: 'searched', names: [eventDecision.author] },
    { table: verdictChangeTable, person: 'names', names: [verdictChangeTable.author] },
    { table: verdictChangeCountTable, person: 'none' },
  ],
});
