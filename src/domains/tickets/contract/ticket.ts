import { z } from 'zod';
import { isoDate } from '#platform/contract/date-range.ts';
import { prose } from '#platform/contract/prose.ts';
import { safeText } from '#platform/contract/safe-text.ts';
import { caseFields, INCIDENT_SOURCES, type IncidentEvidence } from './new-incident.ts';

/** Statuses, and whereto each may go (TKT-GAP-01). Closing with a reason is open to every ticket that is not closed. */
export const TRANSITIONS = {
  Open: ['In Progress'],
  'In Progress': ['Resolved'],
  Resolved: ['Closed', 'Reopened'],
  Closed: ['Reopened'],
  Reopened: ['In Progress'],
} as const satisfies Record<string, readonly string[]>;
export type Status = keyof typeof TRANSITIONS;
export const STATUSES = ['Open', 'In Progress', 'Resolved', 'Closed', 'Reopened'] as const satisfies readonly Status[];
/** Somebody still has to do something. */
export const ACTIVE = ['Open', 'In Progress', 'Reopened'] as const satisfies readonly Status[];

export const mayBecome = (from: Status, to: Status): boolean => TRANSITIONS[from].some((next) => next === to);

export const PRIORITIES = ['Low', 'Medium', 'High', 'Critical'] as const;
export const SHARE_KINDS = ['publisher', 'vendor'] as const;

const ids = z.coerce.number().int().min(1).max(2_147_483_647);
export const ticketId = ids;
export const incidentId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** What a person fills in of a ticket. What is left out comes from the incident. */
export const ticketFields = {
  title: safeText(300).min(1, 'Please give it a title').optional(),
  description: prose(5_000).optional(),
  category: safeText(120).optional(),
  sub_category: safeText(120).optional(),
  brand: z.string().trim().max(200).optional(),
  channel: z.string().trim().max(200).optional(),
  sub_channel: z.string().trim().max(200).optional(),
  country: safeText(120).optional(),
  location: safeText(200).optional(),
  /** As the traffic names it. */
  publisher: z.string().trim().max(500).optional(),
  url: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(2_000)]).optional(),
};

export const ticketDuties = {
  priority: z.enum(PRIORITIES).optional(),
  assignee_id: ids.nullable().optional(),
  customer_id: ids.nullable().optional(),
  due_on: isoDate.nullable().optional(),
};

/** Counted when an incident was attached, and again whenever somebody looks. */
const counts = z.object({
  total: z.number().int(),
  fraud: z.number().int(),
  suspect: z.number().int(),
});
export type Counts = z.infer<typeof counts>;

const frozenEvidence = z.object({
  asked: z
    .object({
      from: z.string(),
      to: z.string(),
      kinds: z.array(z.string()),
      where: z.record(z.string(), z.array(z.string())),
    })
    .optional(),
  numbers: z.record(z.string(), z.number()),
  rule_set_version: z.number().int().nullable(),
  counts: counts.nullable(),
  /** A few of the events that were called, the newest first. */
  sample: z.array(z.object({ event_id: z.string(), ts: z.string(), reason: z.string() })),
});
/** As it is stored: what is asked of traffic can be asked again. */
export type FrozenEvidence = Omit<z.output<typeof frozenEvidence>, 'asked'> & Pick<IncidentEvidence, 'asked'>;

const person = z.object({ id: z.number().int(), name: z.string() });

const caseView = z.object(
  Object.fromEntries(Object.keys(caseFields).map((name) => [name, z.string()])) as {
    [Name in keyof typeof caseFields]: z.ZodString;
  },
).shape;

export const incidentView = z.object({
  id: z.number().int(),
  package_name: z.string(),
  source: z.enum(INCIDENT_SOURCES),
  title: z.string(),
  ...caseView,
  numbers: z.record(z.string(), z.number()),
  happened_at: z.string(),
  created_by: z.string(),
  created_at: z.string(),
  /** Tickets that gather it. */
  tickets: z.array(z.object({ id: z.number().int(), title: z.string(), status: z.enum(STATUSES) })),
});
/** The same under its name, which the description of the API says once. */
export const incidentRow = incidentView.meta({ id: 'Incident' });
export type IncidentView = z.infer<typeof incidentView>;

const ticketView = z.object({
  id: z.number().int(),
  /** The first of its incidents. */
  incident_id: z.number().int().nullable(),
  package_name: z.string(),
  title: z.string(),
  description: z.string(),
  ...caseView,
  priority: z.enum(PRIORITIES),
  status: z.enum(STATUSES),
  assignee: person.nullable(),
  customer: person.nullable(),
  due_on: z.string().nullable(),
  /** Past its day and still to be done. */
  overdue: z.boolean(),
  closing_reason: z.string(),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  version: z.number().int(),
});
export type TicketView = z.infer<typeof ticketView>;
/** The same under its name, which the description of the API says once. */
export const ticketRow = ticketView.meta({ id: 'Ticket' });

export const ticketDetail = ticketView.extend({
  /** The caller may change it; else only read and answer. */
  may_change: z.boolean(),
  /** The caller gets mails about it. */
  watching: z.boolean(),
  incidents: z.array(incidentView.extend({ frozen: frozenEvidence, attached_at: z.string() })),
  comments: z.array(
    z.object({
      id: z.number().int(),
      author: z.string(),
      text: z.string(),
      internal: z.boolean(),
      mentions: z.array(person),
      created_at: z.string(),
    }),
  ),
  /** `before` and `after` of people are their names, of texts nothing. */
  history: z.array(
    z.object({
      id: z.number().int(),
      field: z.string(),
      before: z.string(),
      after: z.string(),
      changed_by: z.string(),
      changed_at: z.string(),
    }),
  ),
  attachments: z.array(
    z.object({
      id: z.number().int(),
      file_name: z.string(),
      media_type: z.string(),
      bytes: z.number().int(),
      internal: z.boolean(),
      added_by: z.string(),
      added_at: z.string(),
    }),
  ),
  /** Publishers and vendors it is shared with; empty for those it is shared with. */
  shared_with: z.array(z.object({ kind: z.enum(SHARE_KINDS), name: z.string() })),
});
export type TicketDetail = z.infer<typeof ticketDetail>;

/** What was counted of an incident then and what is counted now; null where it names no traffic. */
export const movedEvidence = z.object({
  incident_id: z.number().int(),
  frozen: counts.nullable(),
  now: counts.nullable(),
  moved: z.boolean(),
  rule_set_version: z.object({ frozen: z.number().int().nullable(), now: z.number().int() }),
});
export type MovedEvidence = z.infer<typeof movedEvidence>;
