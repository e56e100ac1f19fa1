import { filterEndpoints, incidentEndpoints, plotEndpoints } from '#domains/tickets/contract/incident-endpoints.ts';
import { ok, paged } from '#platform/contract/envelopes.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { incidentAround, listIncidents } from './incident-list.ts';
import { caseCounts, caseParts, caseVolume } from './plots.ts';
import { filterValues } from './ticket-list.ts';
import type { TicketParts } from './ticket-parts.ts';

/** Names of one plot: more than anybody reads. */
const MOST_NAMES = 50;
const TEN = 10;

export const incidentRoutes = (parts: TicketParts): Route[] => [
  ...implement(plotEndpoints)({
    counts: async ({ scope, query }) => ok(await caseCounts(scope, parts, query)),
    volume: async ({ scope, query }) => ok(await caseVolume(scope, parts, query)),
    channel: async ({ scope, query }) =>
      ok(await caseParts(scope, parts, query, { by: 'channel', most: MOST_NAMES, first: 'active' })),
    subChannel: async ({ scope, query }) =>
      ok(await caseParts(scope, parts, query, { by: 'sub_channel', most: MOST_NAMES, first: 'active' })),
    location: async ({ scope, query }) =>
      ok(await caseParts(scope, parts, query, { by: 'location', most: TEN, first: 'tickets' })),
    category: async ({ scope, query }) =>
      ok(await caseParts(scope, parts, query, { by: 'category', most: MOST_NAMES, first: 'tickets' })),
    publisher: async ({ scope, query }) =>
      ok(await caseParts(scope, parts, query, { by: 'publisher', most: MOST_NAMES, first: 'tickets' })),
  }),
  ...implement(filterEndpoints)({
    country: async ({ scope, query }) => ok(await filterValues(scope, parts, 'country', query.package_name)),
    publisher: async ({ scope, query }) => ok(await filterValues(scope, parts, 'publisher', query.package_name)),
    channel: async ({ scope, query }) => ok(await filterValues(scope, parts, 'channel', query.package_name)),
    brand: async ({ scope, query }) => ok(await filterValues(scope, parts, 'brand', query.package_name)),
    status: async ({ scope, query }) => ok(await filterValues(scope, parts, 'status', query.package_name)),
    priority: async ({ scope, query }) => ok(await filterValues(scope, parts, 'priority', query.package_name)),
    category: async ({ scope, query }) => ok(await filterValues(scope, parts, 'category', query.package_name)),
  }),
  ...implement(incidentEndpoints)({
    list: async ({ scope, query: { page, limit, ...question } }) =>
      paged(await listIncidents(scope, parts, question, { page, limit }), limit),
    around: async ({ scope, query }) => ok(await incidentAround(scope, parts, query.id)),
  }),
];
