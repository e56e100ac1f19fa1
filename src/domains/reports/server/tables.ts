import { bigint, date, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { ENTRY_STATES } from '#domains/reports/contract/endpoints.ts';
import type { AskedReportInput } from '#domains/reports/contract/report-query.ts';
import { FILE_FORMATS } from '#platform/contract/file-formats.ts';
import type { Message } from '#platform/contract/message.ts';
import { moment } from '#platform/server/postgres/columns.ts';

export const reportEntry = pgTable('report_entry', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  report: text('report').notNull(),
  reportType: text('report_type').notNull(),
  name: text('name').notNull(),
  format: text('format', { enum: FILE_FORMATS }).notNull(),
  asked: jsonb('asked').$type<AskedReportInput>().notNull(),
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
