import { BY_HAND, ticketEndpoints } from '#domains/tickets/contract/ticket-endpoints.ts';
import { ok, paged } from '#platform/contract/envelopes.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { seenVersion } from '#platform/server/http/seen-version.ts';
import { attachFile, openAttachment } from './attachments.ts';
import { closeTicket, saveTicket, saveTickets } from './change-ticket.ts';
import { addComment, shareTicket } from './comments.ts';
import { addIncidents, createByHand, createTickets } from './create-tickets.ts';
import { customersOf, workersOf } from './people.ts';
import { refuse } from './refuse.ts';
import { movedSince, ticketDetail } from './ticket-detail.ts';
import { activeByPriority, listTickets, ticketFile } from './ticket-list.ts';
import type { TicketParts } from './ticket-parts.ts';
import { watchTicket } from './watching.ts';

const CREATED = 'Created successfully !';
const UPDATED = 'Updated successfully !';

export const ticketRoutes = (parts: TicketParts): Route[] =>
  implement(ticketEndpoints)({
    list: async ({ scope, query: { page, limit, ...question } }) =>
      paged(await listTickets(scope, parts, question, { page, limit }), limit),
    download: async ({ scope, query: { format, ...question } }) => ticketFile(scope, parts, question, format),
    customers: async ({ scope, query }) => ok(await customersOf(scope, parts.database, query.package_name)),
    people: async ({ scope, query }) => ok(await workersOf(scope, parts.database, query.package_name)),
    priority: async ({ scope, query }) => ok(await activeByPriority(scope, parts, query.package_name)),
    detail: async ({ scope, params }) => ok(await ticketDetail(scope, parts, params.id)),
    evidence: async ({ scope, params, signal }) => ok(await movedSince(scope, parts, params.id, signal)),
    create: async ({ scope, params: { selection_id: selection }, body }) => {
      if (selection === BY_HAND) return ok(await createByHand(scope, parts, body), CREATED);
      const { package_name: _, ...wanted } = body;
      const [made] = await createTickets(scope, parts, [selection], wanted);
      if (!made) throw new Error('A ticket was not made');
      return ok(made, CREATED);
    },
    createMultiple: async ({ scope, body: { incident_ids: ids, ...wanted } }) =>
      ok(await createTickets(scope, parts, ids, wanted), CREATED),
    close: async ({ scope, query, body }) => {
      const { id, reason = '' } = { ...query, ...(body ?? {}) };
      if (id === undefined) throw appError('malformed', { field: 'id' });
      if (reason === '') throw refuse('reason_needed', {}, { field: 'reason' });
      return ok(await closeTicket(scope, parts, id, reason), UPDATED);
    },
    save: async ({ scope, body: { id, ...changes }, request }) =>
      ok(await saveTicket(scope, parts, { id, changes, seen: seenVersion(request) }), UPDATED),
    bulk: async ({ scope, body: { ids, ...changes } }) =>
      ok({ changed: await saveTickets(scope, parts, ids, changes) }, UPDATED),
    comment: async ({ scope, params, body }) => ok({ id: await addComment(scope, parts, params.id, body) }, CREATED),
    share: async ({ scope, params, body }) => {
      await shareTicket(scope, parts, params.id, body.shared_with);
      return ok({ id: params.id }, UPDATED);
    },
    watch: async ({ scope, params, body }) => {
      await watchTicket(scope, parts, params.id, body.watching);
      return ok({ id: params.id }, UPDATED);
    },
    addIncidents: async ({ scope, params, body }) =>
      ok({ attached: await addIncidents(scope, parts, params.id, body.incident_ids) }, UPDATED),
    attach: async ({ scope, params, query, upload, request }) => {
      const sent = {
        fileName: query.file_name,
        internal: query.internal === 'yes',
        body: upload,
        declaredBytes: request.contentLength,
      };
      return ok(await attachFile(scope, parts, params.id, sent), CREATED);
    },
    attachment: async ({ scope, params }) => openAttachment(scope, parts, params.id, params.attachment_id),
  });
