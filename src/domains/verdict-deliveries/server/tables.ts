import { bigint, boolean, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { DestinationSettings, SentEvent } from '#domains/verdict-deliveries/contract/destination.ts';
import { DELIVERY_STATES, STOPS } from '#domains/verdict-deliveries/contract/endpoints.ts';
import { moment } from '#platform/server/postgres/columns.ts';
import type { FeedPlace } from '#traffic/changes/server/read-feed.ts';

export type StoredSettings = Omit<DestinationSettings, 'name'>;

export const destinationTable = pgTable('verdict_destination', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  name: text('name').notNull(),
  settings: jsonb('settings').$type<StoredSettings>().notNull(),
  salt: uuid('salt').notNull(),
  oldSalt: uuid('old_salt'),
  oldUntil: moment('old_until'),
  stopped: text('stopped', { enum: STOPS }),
  failingSince: moment('failing_since'),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  place: jsonb('place').$type<NonNullable<FeedPlace['after']>>(),
  readAt: moment('read_at'),
  skippedAt: moment('skipped_at'),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});
export type DestinationRow = typeof destinationTable.$inferSelect;

export const deliveryTable = pgTable('verdict_delivery', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  destinationId: integer('destination_id').notNull(),
  messageId: uuid('message_id').notNull().defaultRandom(),
  events: jsonb('events').$type<SentEvent[]>().notNull(),
  sample: boolean('sample').notNull().default(false),
  state: text('state', { enum: DELIVERY_STATES }).notNull().default('waiting'),
  tries: integer('tries').notNull().default(0),
  createdAt: moment('created_at').notNull(),
  firstTryAt: moment('first_try_at'),
  dueAt: moment('due_at').notNull(),
  doneAt: moment('done_at'),
  status: smallint('status'),
  answer: text('answer').notNull().default(''),
  error: text('error'),
});
export type DeliveryRow = typeof deliveryTable.$inferSelect;

export const sentTable = pgTable(
  'verdict_sent',
  {
    destinationId: integer('destination_id').notNull(),
    rowId: uuid('row_id').notNull(),
    verdict: text('verdict').notNull(),
    sentAt: moment('sent_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.destinationId, table.rowId] })],
);
