import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '#platform/server/postgres/columns.ts';
import { DECISIONS } from '#traffic/event/contract/event.ts';
import { BATCH_STATES } from '#traffic/explorer/contract/decision-endpoints.ts';

/** A decision about many events: which, and how far it is. */
export const decisionBatch = pgTable('decision_batch', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  decision: text('decision', { enum: DECISIONS }).notNull(),
  state: text('state', { enum: ['previewed', ...BATCH_STATES] })
    .notNull()
    .default('previewed'),
  rowIds: uuid('row_ids').array().notNull(),
  events: integer('events').notNull(),
  firstTs: moment('first_ts').notNull(),
  lastTs: moment('last_ts').notNull(),
  marked: integer('marked').notNull().default(0),
  undoneUntil: bigint('undone_until', { mode: 'number' }).notNull().default(0),
  reason: text('reason').notNull().default(''),
  author: text('author').notNull(),
  authorId: integer('author_id').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  decidedAt: moment('decided_at'),
  finishedAt: moment('finished_at'),
  undoneBy: text('undone_by'),
  error: text('error'),
});

export type BatchRow = typeof decisionBatch.$inferSelect;
