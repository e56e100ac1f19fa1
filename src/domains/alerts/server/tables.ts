import { boolean, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { type AlertSettings, CHANNELS, ENDINGS, type Found, SEVERITIES } from '#domains/alerts/contract/alert.ts';
import { moment } from '#platform/server/postgres/columns.ts';

/** People stand in a table of their own, the rest beside it. */
export type StoredSettings = Omit<AlertSettings, 'name' | 'active' | 'recipients'>;

export const alertTable = pgTable('alert', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  name: text('name').notNull(),
  settings: jsonb('settings').$type<StoredSettings>().notNull(),
  active: boolean('active').notNull().default(true),
  watchedFrom: moment('watched_from').notNull().defaultNow(),
  problem: text('problem'),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});
export type AlertRow = typeof alertTable.$inferSelect;

export const alertRecipient = pgTable(
  'alert_recipient',
  { alertId: integer('alert_id').notNull(), userId: integer('user_id').notNull() },
  (table) => [primaryKey({ columns: [table.alertId, table.userId] })],
);

export const alertEvent = pgTable('alert_event', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  alertId: integer('alert_id').notNull(),
  period: text('period').notNull(),
  severity: text('severity', { enum: SEVERITIES }).notNull(),
  found: jsonb('found').$type<Found>().notNull(),
  told: text('told', { enum: ['sent', 'cool_down'] }).notNull(),
  /** When it was found last with a cause that was new. */
  raisedAt: moment('raised_at').notNull(),
  /** Publishers that were found in its period; those beyond the causes that are named too. */
  known: text('known').array().notNull().default([]),
  turn: smallint('turn').notNull().default(1),
  toldAt: moment('told_at'),
  endedAt: moment('ended_at'),
  endedWhy: text('ended_why', { enum: ENDINGS }),
});
export type EventRow = typeof alertEvent.$inferSelect;

export const alertDelivery = pgTable('alert_delivery', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  eventId: integer('event_id').notNull(),
  channel: text('channel', { enum: CHANNELS }).notNull(),
  target: text('target').notNull().default(''),
  userId: integer('user_id'),
  /** Which of the times its alert found a new cause in the period. */
  turn: smallint('turn').notNull().default(1),
  state: text('state', { enum: ['waiting', 'sent', 'failed', 'dropped'] })
    .notNull()
    .default('waiting'),
  tries: smallint('tries').notNull().default(0),
  dueAt: moment('due_at').notNull(),
  doneAt: moment('done_at'),
  status: smallint('status'),
  error: text('error'),
  /** Waits for the others of its person. */
  gathered: boolean('gathered').notNull().default(false),
});
export const alertMailWish = pgTable('alert_mail_wish', {
  userId: integer('user_id').primaryKey(),
  every: text('every', { enum: ['day', 'week'] }).notNull(),
});

export type DeliveryRow = typeof alertDelivery.$inferSelect;

export const alertInbox = pgTable(
  'alert_inbox',
  {
    eventId: integer('event_id').notNull(),
    userId: integer('user_id').notNull(),
    readAt: moment('read_at'),
    acknowledgedAt: moment('acknowledged_at'),
    snoozedUntil: moment('snoozed_until'),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.userId] })],
);

export const alertMute = pgTable(
  'alert_mute',
  { alertId: integer('alert_id').notNull(), userId: integer('user_id').notNull() },
  (table) => [primaryKey({ columns: [table.alertId, table.userId] })],
);
