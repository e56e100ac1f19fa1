import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../postgres/columns.ts';
import type { MailFile } from './smtp.ts';

export const mailTable = pgTable('mail', {
  id: uuid('id').primaryKey(),
  kind: text('kind').notNull(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  body: text('body').notNull(),
  html: text('html'),
  attachments: jsonb('attachment').$type<readonly MailFile[]>(),
  /** `kept`: there is no mail server, the operator reads it here. */
  state: text('state', { enum: ['waiting', 'sent', 'failed', 'kept'] }).notNull(),
  attempts: integer('attempts').notNull().default(0),
  error: text('error'),
  createdAt: moment('created_at').notNull(),
  dueAt: moment('due_at').notNull(),
  doneAt: moment('done_at'),
});

export type MailRow = typeof mailTable.$inferSelect;
