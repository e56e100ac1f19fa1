import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, fileBody, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { prose } from '#platform/contract/prose.ts';
import { safeText } from '#platform/contract/safe-text.ts';
import {
  incidentId,
  movedEvidence,
  PRIORITIES,
  SHARE_KINDS,
  STATUSES,
  ticketDetail,
  ticketDuties,
  ticketFields,
  ticketId,
  ticketRow,
} from './ticket.ts';
import { fileTickets, pagedTickets } from './ticket-query.ts';

const packageName = z.string().min(1).max(200);
const BASE = '/api/bi/ticket';
const id = z.strictObject({ id: ticketId });
const READ = { access: 'ticket.read', pages: ['tickets', 'ticket'] } as const;
const WRITE = { access: 'ticket.write', pages: ['tickets', 'ticket', 'ticket-add'] } as const;

/** Says in the place of an incident that there is none yet: it is written down with the ticket. */
export const BY_HAND = 'new';

/** Names as traffic has them, an address, and prose. */
const AS_WRITTEN = ['package_name', 'brand', 'channel', 'sub_channel', 'publisher', 'url', 'description', 'text'];

const people = z.array(z.object({ id: z.number().int(), name: z.string() }));
const changed = envelope(ticketRow);

export const newTicket = z.strictObject({
  /** Needed for a ticket by hand; of an incident it is the incident's. */
  package_name: packageName.optional(),
  ...ticketFields,
  ...ticketDuties,
});
export type NewTicket = z.output<typeof newTicket>;

export const severalTickets = z.strictObject({
  incident_ids: z.array(incidentId).min(1, 'Please choose incidents').max(100),
  description: ticketFields.description,
  ...ticketDuties,
});

export const ticketChanges = z.strictObject({
  id: ticketId,
  status: z.enum(STATUSES).optional(),
  ...ticketFields,
  ...ticketDuties,
});
export type TicketChanges = Omit<z.output<typeof ticketChanges>, 'id'>;

/** Both say the same: a DELETE may name its parameters in its address or in its body (CLI-GAP-05). */
const closing = z.strictObject({ id: ticketId.optional(), reason: safeText(300).optional() });

export const ticketEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/bi/report',
    summary: 'Tickets the caller may see, filtered, searched (of which 10,000 are counted) and paged',
    ...READ,
    query: pagedTickets,
    response: pagedEnvelope(ticketRow),
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/bi/report/download',
    summary: 'Exactly the filtered tickets as CSV or XLSX',
    ...READ,
    query: fileTickets,
    response: fileBody,
    answer: 'file',
  }),
  customers: endpoint({
    method: 'GET',
    path: `${BASE}/customers`,
    summary: 'Customers the caller may assign a ticket to',
    ...WRITE,
    query: z.strictObject({ package_name: packageName.optional() }),
    response: envelope(people),
  }),
  people: endpoint({
    method: 'GET',
    path: `${BASE}/people`,
    summary: 'Who may have a ticket of a package as its assignee, and be mentioned in it',
    ...WRITE,
    query: z.strictObject({ package_name: packageName }),
    response: envelope(people),
  }),
  priority: endpoint({
    method: 'GET',
    path: `${BASE}/priority`,
    summary: 'Priorities with the number of active tickets of each, the least first',
    ...READ,
    query: z.strictObject({ package_name: packageName.optional() }),
    response: envelope(z.array(z.object({ priority: z.enum(PRIORITIES), active: z.number().int() }))),
  }),
  detail: endpoint({
    method: 'GET',
    path: `${BASE}/:id`,
    summary: 'A ticket with its incidents, comments, attachments and history',
    ...READ,
    params: id,
    response: envelope(ticketDetail),
  }),
  evidence: endpoint({
    method: 'GET',
    path: `${BASE}/:id/evidence`,
    summary: 'What was counted when incidents were attached, and what the same question counts now',
    ...WRITE,
    params: id,
    response: envelope(z.array(movedEvidence)),
  }),
  create: endpoint({
    method: 'POST',
    path: `${BASE}/create/:selection_id`,
    summary: 'A ticket of the incident with this id; `new` writes the incident down by hand with it',
    ...WRITE,
    params: z.strictObject({ selection_id: z.union([z.literal(BY_HAND), incidentId]) }),
    form: { exempt: AS_WRITTEN },
    body: newTicket,
    response: changed,
  }),
  createMultiple: endpoint({
    method: 'POST',
    path: `${BASE}/create_multiple`,
    summary: 'A ticket for each of several incidents, or none',
    ...WRITE,
    form: { exempt: AS_WRITTEN },
    body: severalTickets,
    response: envelope(z.array(ticketRow)),
  }),
  close: endpoint({
    method: 'DELETE',
    path: `${BASE}/close`,
    summary: 'Close a ticket with a reason; it stays with its history',
    ...WRITE,
    query: closing,
    body: closing.nullish(),
    response: changed,
  }),
  save: endpoint({
    method: 'POST',
    path: `${BASE}/save`,
    summary: 'Change priority, status and whatever else of a ticket; If-Match with its version refuses a change unseen',
    ...WRITE,
    form: { exempt: AS_WRITTEN },
    body: ticketChanges,
    response: changed,
  }),
  bulk: endpoint({
    method: 'POST',
    path: `${BASE}/update_priority_and_status_bulk`,
    summary: 'Change priority and status of several tickets, or of none',
    ...WRITE,
    body: z.strictObject({
      ids: z.array(ticketId).min(1, 'Please choose tickets').max(500),
      priority: z.enum(PRIORITIES).optional(),
      status: z.enum(STATUSES).optional(),
    }),
    response: envelope(z.object({ changed: z.number().int() })),
  }),
  comment: endpoint({
    method: 'POST',
    path: `${BASE}/:id/comment`,
    summary: 'Say something about a ticket; those it is shared with may answer too',
    access: 'ticket.answer',
    pages: ['tickets', 'ticket'],
    params: id,
    form: { exempt: ['text'] },
    body: z.strictObject({
      text: prose(5_000).min(1, 'Please write something'),
      /** Only those who own the package read it. */
      internal: z.boolean().default(false),
      mentions: z.array(ticketId).max(20).default([]),
    }),
    response: envelope(z.object({ id: z.number().int() })),
  }),
  share: endpoint({
    method: 'POST',
    path: `${BASE}/:id/share`,
    summary: 'Publishers and vendors whose people may read the ticket and answer; replaces those before',
    ...WRITE,
    params: id,
    body: z.strictObject({
      shared_with: z.array(z.strictObject({ kind: z.enum(SHARE_KINDS), name: z.string().min(1).max(500) })).max(50),
    }),
    response: envelope(z.object({ id: z.number().int() })),
  }),
  watch: endpoint({
    method: 'POST',
    path: `${BASE}/:id/watch`,
    summary: 'Whether the caller gets mails about the ticket; no means none, not even of being mentioned',
    ...READ,
    params: id,
    body: z.strictObject({ watching: z.boolean() }),
    response: envelope(z.object({ id: z.number().int() })),
  }),
  addIncidents: endpoint({
    method: 'POST',
    path: `${BASE}/:id/incidents`,
    summary: 'Gather further incidents in a ticket, their evidence as it is now',
    ...WRITE,
    params: id,
    body: z.strictObject({ incident_ids: z.array(incidentId).min(1).max(100) }),
    response: envelope(z.object({ attached: z.number().int() })),
  }),
  attach: endpoint({
    method: 'PUT',
    path: `${BASE}/:id/attachment`,
    summary: 'Attach a file of at most 10 MB; the body is the file, whose bytes have to be what its name says',
    access: 'ticket.answer',
    pages: ['tickets', 'ticket'],
    params: id,
    query: z.strictObject({ file_name: z.string().min(1).max(200), internal: z.enum(['yes', 'no']).default('no') }),
    upload: true,
    response: envelope(z.object({ id: z.number().int(), bytes: z.number().int() })),
  }),
  attachment: endpoint({
    method: 'GET',
    path: `${BASE}/:id/attachment/:attachment_id`,
    summary: 'A file attached to a ticket',
    ...READ,
    params: z.strictObject({ id: ticketId, attachment_id: ticketId }),
    response: fileBody,
    answer: 'file',
  }),
};
