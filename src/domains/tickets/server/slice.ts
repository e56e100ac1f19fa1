import { serverSlice } from '#platform/server/slice.ts';
import { personalIncidents } from './personal-data.ts';
import { incidentTable } from './tables.ts';

export const TICKETS_SERVER = serverSlice({
  id: 'domains/tickets',
  tables: [{ table: incidentTable, person: 'searched', names: [incidentTable.createdBy] }],
  personalData: [personalIncidents],
});
