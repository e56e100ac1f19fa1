import { page } from '#platform/contract/page.ts';

const common = { guard: 'menu', times: 'package', permission: 'ticket.read' } as const;

/** Cases that somebody owns, and what they arose from (TKT-GAP-03 for the paths of single tickets). */
export const TICKET_PAGES = [
  page({
    id: 'incident-dashboard',
    paths: ['/incident-dashboard'],
    title: 'Dashboard',
    historyMonths: 12,
    menu: { category: 'Traffic', subCategory: 'Protect', icon: 'alert-triangle', title: 'Incidents' },
    ...common,
  }),
  page({
    id: 'tickets',
    paths: ['/issues'],
    title: 'Tickets',
    historyMonths: 0,
    views: true,
    menu: { category: 'Traffic', subCategory: 'Protect', icon: 'ticket' },
    ...common,
  }),
  page({
    id: 'ticket-add',
    paths: ['/issues/add'],
    title: 'Add Ticket',
    historyMonths: 0,
    ...common,
    permission: 'ticket.write',
  }),
  page({ id: 'ticket', paths: ['/issues/:id'], title: 'Ticket', historyMonths: 0, ...common }),
] as const;

export type TicketPageId = (typeof TICKET_PAGES)[number]['id'];
