import { date, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import type { SavedView } from '#domains/views/contract/view-endpoints.ts';
import { moment } from '#platform/server/postgres/columns.ts';

export const savedView = pgTable('saved_view', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  userId: integer('user_id').notNull(),
  name: text('name').notNull(),
  path: text('path').notNull(),
  asked: jsonb('asked').$type<SavedView['asked']>().notNull(),
  days: smallint('days'),
  firstDay: date('first_day', { mode: 'string' }),
  lastDay: date('last_day', { mode: 'string' }),
  key: text('key'),
  createdAt: moment('created_at').notNull().defaultNow(),
  removedAt: moment('removed_at'),
});
