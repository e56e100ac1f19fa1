import type { Route } from '#platform/server/http/implement.ts';
import { serverSlice } from '#platform/server/slice.ts';
import { incidentRoutes } from './incident-routes.ts';
import { personalIncidents, personalTickets } from './personal-data.ts';
import {
  incidentTable,
  ticketAttachment,
  ticketChange,
  ticketComment,
  ticketIncident,
  ticketShare,
  ticketTable,
  ticketWatch,
} from './tables.ts';
import { type TicketJobParts, ticketJobs } from './ticket-jobs.ts';
import type { TicketParts } from './ticket-parts.ts';
import { ticketRoutes } from './ticket-routes.ts';

export const TICKETS_SERVER = serverSlice({
  id: 'domains/tickets',
  routes: (parts: TicketParts): Route[] => [...ticketRoutes(parts), ...incidentRoutes(parts)],
  jobs: (parts: TicketJobParts) => ticketJobs(parts),
  tables: [
    { table: incidentTable, person: 'searched', names: [incidentTable.createdBy] },
    { table: ticketTable, person: 'searched', names: [ticketTable.createdBy] },
    { table: ticketIncident, person: 'none' },
    { table: ticketComment, person: 'searched', names: [ticketComment.author] },
    { table: ticketChange, person: 'names', names: [ticketChange.changedBy] },
    { table: ticketAttachment, person: 'searched', names: [ticketAttachment.addedBy] },
    { table: ticketShare, person: 'none' },
    { table: ticketWatch, person: 'account' },
  ],
  personalData: [personalTickets, personalIncidents],
});
