import { bigint, date, integer, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { ANSWERS, DECISIONS, STEPS, WAYS } from '#domains/disputes/contract/dispute.ts';
import { bytes, moment } from '#platform/server/postgres/columns.ts';

export const disputeTable = pgTable('dispute', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  evidenceId: integer('evidence_id').notNull(),
  publisher: text('publisher').notNull(),
  periodFrom: date('period_from', { mode: 'string' }).notNull(),
  periodTo: date('period_to', { mode: 'string' }).notNull(),
  settlementId: integer('settlement_id'),
  note: text('note').notNull(),
  linkHash: text('link_hash'),
  endsAt: moment('ends_at').notNull(),
  incidentId: bigint('incident_id', { mode: 'number' }),
  openedBy: text('opened_by').notNull(),
  openedAt: moment('opened_at').notNull(),
});

export type Dispute = typeof disputeTable.$inferSelect;

export const lineTable = pgTable(
  'dispute_line',
  {
    disputeId: integer('dispute_id').notNull(),
    line: integer('line').notNull(),
    campaign: text('campaign').notNull(),
    event: text('event').notNull(),
    category: text('category').notNull(),
    units: integer('units').notNull(),
    amount: numeric('amount', { precision: 24, scale: 10 }),
    currency: text('currency').notNull(),
    answer: text('answer', { enum: ANSWERS }),
    text: text('text').notNull().default(''),
    answeredBy: text('answered_by').notNull().default(''),
    answeredAt: moment('answered_at'),
    decision: text('decision', { enum: DECISIONS }),
    reason: text('reason').notNull().default(''),
    decidedBy: text('decided_by').notNull().default(''),
    decidedAt: moment('decided_at'),
    events: integer('events'),
  },
  (t) => [primaryKey({ columns: [t.disputeId, t.line] })],
);

export type Line = typeof lineTable.$inferSelect;

export const fileTable = pgTable('dispute_file', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  disputeId: integer('dispute_id').notNull(),
  line: integer('line').notNull(),
  fileName: text('file_name').notNull(),
  mediaType: text('media_type').notNull(),
  bytes: integer('bytes').notNull(),
  content: bytes('content').notNull(),
  addedBy: text('added_by').notNull(),
  addedAt: moment('added_at').notNull(),
});

export const stepTable = pgTable('dispute_step', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  disputeId: integer('dispute_id').notNull(),
  what: text('what', { enum: STEPS }).notNull(),
  doneBy: text('done_by').notNull(),
  way: text('way', { enum: WAYS }),
  accepted: integer('accepted').notNull().default(0),
  objected: integer('objected').notNull().default(0),
  line: integer('line'),
  at: moment('at').notNull(),
});

export const ruleTable = pgTable(
  'dispute_rule',
  {
    disputeId: integer('dispute_id').notNull(),
    line: integer('line').notNull(),
    rule: text('rule').notNull(),
    events: integer('events').notNull(),
    decision: text('decision', { enum: DECISIONS }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.disputeId, t.line, t.rule] })],
);
