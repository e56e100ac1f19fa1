import { slice } from '#platform/contract/slice.ts';
import { incidentAudit, ticketAudit } from './audit.ts';
import { TICKET_PAGES } from './pages.ts';

export const TICKETS = slice({ id: 'domains/tickets', pages: TICKET_PAGES, audit: [incidentAudit, ticketAudit] });
