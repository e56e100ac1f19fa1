import { bigint, boolean, customType, date, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { INCIDENT_SOURCES, type IncidentEvidence } from '#domains/tickets/contract/new-incident.ts';
import { type FrozenEvidence, PRIORITIES, SHARE_KINDS, STATUSES } from '#domains/tickets/contract/ticket.ts';
import { bytes, moment } from '#platform/server/postgres/columns.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

const caseColumns = () => ({
  category: text('category').notNull().default(''),
  subCategory: text('sub_category').notNull().default(''),
  brand: text('brand').notNull().default(''),
  channel: text('channel').notNull().default(''),
  subChannel: text('sub_channel').notNull().default(''),
  country: text('country').notNull().default(''),
  location: text('location').notNull().default(''),
  publisher: text('publisher').notNull().default(''),
  url: text('url').notNull().default(''),
});

export const incidentTable = pgTable('incident', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  source: text('source', { enum: INCIDENT_SOURCES }).notNull(),
  key: text('key').notNull(),
  title: text('title').notNull(),
  ...caseColumns(),
  evidence: jsonb('evidence').$type<IncidentEvidence>().notNull(),
  happenedAt: moment('happened_at').notNull(),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const ticketTable = pgTable('ticket', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  title: text('title').notNull(),
  description: text('description').notNull().default(''),
  ...caseColumns(),
  priority: text('priority', { enum: PRIORITIES }).notNull(),
  status: text('status', { enum: STATUSES }).notNull().default('Open'),
  assigneeId: integer('assignee_id'),
  customerId: integer('customer_id'),
  dueOn: date('due_on', { mode: 'string' }),
  dueToldAt: moment('due_told_at'),
  escalatedAt: moment('escalated_at'),
  closingReason: text('closing_reason').notNull().default(''),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
  search: tsvector('search'),
});
export type TicketRow = Omit<typeof ticketTable.$inferSelect, 'search'>;

export const ticketIncident = pgTable(
  'ticket_incident',
  {
    ticketId: integer('ticket_id').notNull(),
    incidentId: bigint('incident_id', { mode: 'number' }).notNull(),
    evidence: jsonb('evidence').$type<FrozenEvidence>().notNull(),
    attachedAt: moment('attached_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.ticketId, t.incidentId] })],
);

export const ticketComment = pgTable('ticket_comment', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  ticketId: integer('ticket_id').notNull(),
  author: text('author').notNull(),
  authorId: integer('author_id'),
  text: text('text').notNull(),
  internal: boolean('internal').notNull().default(false),
  mentions: integer('mentions').array().notNull().default([]),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const ticketChange = pgTable('ticket_change', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  ticketId: integer('ticket_id').notNull(),
  field: text('field').notNull(),
  before: text('before').notNull().default(''),
  after: text('after').notNull().default(''),
  changedBy: text('changed_by').notNull(),
  changedAt: moment('changed_at').notNull().defaultNow(),
});

export const ticketAttachment = pgTable('ticket_attachment', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  ticketId: integer('ticket_id').notNull(),
  fileName: text('file_name').notNull(),
  mediaType: text('media_type').notNull(),
  bytes: integer('bytes').notNull(),
  content: bytes('content').notNull(),
  internal: boolean('internal').notNull().default(false),
  addedBy: text('added_by').notNull(),
  addedAt: moment('added_at').notNull().defaultNow(),
});

export const ticketWatch = pgTable(
  'ticket_watch',
  {
    ticketId: integer('ticket_id').notNull(),
    userId: integer('user_id').notNull(),
    watching: boolean('watching').notNull(),
  },
  (t) => [primaryKey({ columns: [t.ticketId, t.userId] })],
);

export const ticketShare = pgTable(
  'ticket_share',
  {
    ticketId: integer('ticket_id').notNull(),
    kind: text('kind', { enum: SHARE_KINDS }).notNull(),
    name: text('name').notNull(),
  },
  (t) => [primaryKey({ columns: [t.ticketId, t.kind, t.name] })],
);
