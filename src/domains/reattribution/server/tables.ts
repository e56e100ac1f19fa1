import { bigint, date, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { CREDITED_KINDS, type CreditedKind } from '#domains/reattribution/contract/changes.ts';
import {
  type Difference,
  type Figures,
  REPORT_STATES,
  type SummaryRow,
} from '#domains/reattribution/contract/endpoints.ts';
import type { Message } from '#platform/contract/message.ts';
import { moment } from '#platform/server/postgres/columns.ts';

const KINDS = Object.keys(CREDITED_KINDS) as [CreditedKind, ...CreditedKind[]];

export const reattributionReportTable = pgTable('reattribution_report', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  kind: text('kind', { enum: KINDS }).notNull(),
  firstDay: date('first_day', { mode: 'string' }).notNull(),
  lastDay: date('last_day', { mode: 'string' }).notNull(),
  version: integer('version').notNull(),
  ruleVersion: integer('rule_version').notNull(),
  rules: text('rules').notNull(),
  traffic: text('traffic').notNull().default(''),
  state: text('state', { enum: REPORT_STATES }).notNull().default('Queued'),
  tries: smallint('tries').notNull().default(0),
  figures: jsonb('figures').$type<SummaryRow[]>(),
  totals: jsonb('totals').$type<Figures>(),
  differs: jsonb('differs').$type<Difference>(),
  rows: bigint('rows', { mode: 'number' }).notNull().default(0),
  fileName: text('file_name'),
  bytes: bigint('bytes', { mode: 'number' }),
  error: text('error'),
  told: jsonb('told').$type<Message>(),
  author: text('author').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  finishedAt: moment('finished_at'),
});

export type ReportRow = typeof reattributionReportTable.$inferSelect;
