import type { TicketPageId } from '#domains/tickets/contract/pages.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

export const TICKET_PAGE_COMPONENTS: PageComponents<TicketPageId> = {
  'incident-dashboard': () => import('./incidents/incident-page.tsx').then((m) => m.IncidentPage),
  tickets: () => import('./list/tickets-page.tsx').then((m) => m.TicketsPage),
  'ticket-add': () => import('./form/add-page.tsx').then((m) => m.AddTicketPage),
  ticket: () => import('./detail/ticket-page.tsx').then((m) => m.TicketPage),
};
