import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { ENTRY_STATES } from '#domains/reports/contract/endpoints.ts';
import { COVERS, ENTRY_FORMATS, SCHEDULE_FORMATS, type Timing } from '#domains/reports/contract/schedule.ts';
import { OFF, SCHEDULE_STATES } from '#domains/reports/contract/schedule-endpoints.ts';
import type { Message } from '#platform/contract/message.ts';
import { moment } from '#platform/server/postgres/columns.ts';

/** As it was asked: read anew, by what it is asked of, whenever a file is made. */
type Asked = Readonly<Record<string, unknown>>;

export const reportEntry = pgTable('report_entry', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  report: text('report').notNull(),
  reportType: text('report_type').notNull(),
  name: text('name').notNull(),
  format: text('format', { enum: ENTRY_FORMATS }).notNull(),
  asked: jsonb('asked').$type<Asked>().notNull(),
  firstDay: date('first_day', { mode: 'string' }).notNull(),
  lastDay: date('last_day', { mode: 'string' }).notNull(),
  author: text('author').notNull(),
  authorId: integer('author_id').notNull(),
  state: text('state', { enum: ENTRY_STATES }).notNull().default('Queued'),
  tries: smallint('tries').notNull().default(0),
  rows: integer('rows').notNull().default(0),
  fileName: text('file_name'),
  mediaType: text('media_type'),
  bytes: bigint('bytes', { mode: 'number' }),
  error: text('error'),
  told: jsonb('told').$type<Message>(),
  createdAt: moment('created_at').notNull().defaultNow(),
  finishedAt: moment('finished_at'),
  scheduleId: integer('schedule_id'),
  slotAt: moment('slot_at'),
  settledAt: moment('settled_at'),
});

export type EntryRow = typeof reportEntry.$inferSelect;

export const reportConfig = pgTable(
  'report_config',
  {
    packageName: text('package_name').notNull(),
    report: text('report').notNull(),
    columns: jsonb('columns').$type<string[]>().notNull(),
    filters: jsonb('filters').$type<string[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.packageName, table.report] })],
);

export const reportSchedule = pgTable('report_schedule', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  report: text('report').notNull(),
  name: text('name').notNull(),
  asked: jsonb('asked').$type<Asked>().notNull(),
  format: text('format', { enum: SCHEDULE_FORMATS }).notNull(),
  timing: jsonb('timing').$type<Timing>().notNull(),
  hour: smallint('hour').notNull(),
  timeZone: text('time_zone').notNull(),
  covers: text('covers', { enum: COVERS }).notNull(),
  ownerId: integer('owner_id').notNull(),
  state: text('state', { enum: SCHEDULE_STATES }).notNull().default('active'),
  why: jsonb('why').$type<Message>(),
  nextAt: moment('next_at'),
  lastAt: moment('last_at'),
  failureTold: boolean('failure_told').notNull().default(false),
  createdAt: moment('created_at').notNull().defaultNow(),
  removedAt: moment('removed_at'),
});

export type ScheduleRow = typeof reportSchedule.$inferSelect;

export const reportRecipient = pgTable(
  'report_recipient',
  {
    scheduleId: integer('schedule_id').notNull(),
    userId: integer('user_id').notNull(),
    off: text('off', { enum: OFF }),
  },
  (table) => [primaryKey({ columns: [table.scheduleId, table.userId] })],
);
