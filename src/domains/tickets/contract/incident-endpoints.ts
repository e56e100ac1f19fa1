import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { incidentId, incidentRow, incidentView } from './ticket.ts';
import { caseQuestion, pagedCases, type TICKET_FILTERS } from './ticket-query.ts';

const PLOT = { access: 'ticket.read', pages: ['incident-dashboard'] } as const;

/** A value with the cases that have it. */
const part = z.object({
  name: z.string(),
  /** Tickets somebody still has to do something about. */
  active: z.number().int(),
  tickets: z.number().int(),
  incidents: z.number().int(),
});
export type CasePart = z.infer<typeof part>;

const parts = (path: string, summary: string) =>
  endpoint({
    method: 'GET',
    path: `/api/bi/plots/${path}`,
    summary,
    ...PLOT,
    query: caseQuestion,
    response: envelope(z.array(part)),
  });

const filter = (name: (typeof TICKET_FILTERS)[number]) =>
  endpoint({
    method: 'GET',
    path: `/api/bi/filters/${name}`,
    summary: `Values of ${name} among the tickets the caller may see`,
    access: 'ticket.read',
    pages: ['tickets', 'ticket', 'incident-dashboard'],
    query: z.strictObject({ package_name: z.string().min(1).max(200).optional() }),
    response: envelope(z.array(z.string())),
  });

export const plotEndpoints = {
  counts: endpoint({
    method: 'GET',
    path: '/api/bi/plots/counts',
    summary: 'How many tickets and incidents there are',
    ...PLOT,
    query: caseQuestion,
    response: envelope(
      z.object({
        incidents: z.number().int(),
        /** Incidents that no ticket gathers yet. */
        without_ticket: z.number().int(),
        tickets: z.number().int(),
        active: z.number().int(),
        overdue: z.number().int(),
        closed: z.number().int(),
      }),
    ),
  }),
  volume: endpoint({
    method: 'GET',
    path: '/api/bi/plots/incident_volume',
    summary: 'Incidents by day, and tickets by the day they were made; days without any are there with zero',
    ...PLOT,
    query: caseQuestion,
    response: envelope(z.array(z.object({ date: z.string(), incidents: z.number().int(), tickets: z.number().int() }))),
  }),
  channel: parts('active_cases_by_channel', 'Cases by channel, most active ones first'),
  subChannel: parts('sub_channel', 'Cases by sub-channel, most active ones first'),
  location: parts('top_ten_location', 'The ten locations with most cases'),
  category: parts('category_level_count', 'Cases by category, most first'),
  publisher: parts('publisher_level_count', 'Cases by publisher, most first'),
};

export const filterEndpoints = {
  country: filter('country'),
  publisher: filter('publisher'),
  channel: filter('channel'),
  brand: filter('brand'),
  status: filter('status'),
  priority: filter('priority'),
  category: filter('category'),
};

export const incidentEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/bi/lazyreport',
    summary: 'Incidents page by page, the newest first',
    access: 'ticket.read',
    pages: ['incident-dashboard', 'tickets', 'ticket-add'],
    query: pagedCases,
    response: pagedEnvelope(incidentRow),
  }),
  around: endpoint({
    method: 'GET',
    path: '/api/bi/360',
    summary:
      'Everything about an incident: its facts, its tickets with their history, and others of the same publisher',
    access: 'ticket.read',
    pages: ['incident-dashboard', 'tickets', 'ticket'],
    query: z.strictObject({ id: incidentId }),
    response: envelope(
      incidentView.extend({
        asked: z.object({ from: z.string(), to: z.string() }).nullable(),
        history: z.array(
          z.object({
            ticket_id: z.number().int(),
            field: z.string(),
            before: z.string(),
            after: z.string(),
            changed_by: z.string(),
            changed_at: z.string(),
          }),
        ),
        related: z.array(z.object({ id: z.number().int(), title: z.string(), happened_at: z.string() })),
      }),
    ),
  }),
};
