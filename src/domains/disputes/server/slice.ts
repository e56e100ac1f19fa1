import { serverSlice } from '#platform/server/slice.ts';
import type { DisputeParts } from './dispute-parts.ts';
import { disputeRoutes } from './dispute-routes.ts';
import { disputeLinkRoutes } from './link-routes.ts';
import { personalDisputes } from './personal-data.ts';
import { disputeTable, fileTable, lineTable, ruleTable, stepTable } from './tables.ts';

export const DISPUTES_SERVER = serverSlice({
  id: 'domains/disputes',
  routes: (parts: DisputeParts) => [...disputeRoutes(parts), ...disputeLinkRoutes(parts)],
  tables: [
    { table: disputeTable, person: 'names', names: [disputeTable.openedBy] },
    { table: lineTable, person: 'searched', names: [lineTable.answeredBy, lineTable.decidedBy] },
    { table: fileTable, person: 'searched', names: [fileTable.addedBy] },
    { table: stepTable, person: 'names', names: [stepTable.doneBy] },
    { table: ruleTable, person: 'none' },
  ],
  personalData: [personalDisputes],
});
