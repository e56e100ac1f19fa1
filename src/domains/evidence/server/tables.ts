import { bigint, boolean, date, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { WINDOW_PLATFORMS } from '#domains/evidence/contract/claim-windows.ts';
import { AMOUNTS_FROM, EVIDENCE_STATES, type EvidenceRecord } from '#domains/evidence/contract/evidence.ts';
import type { Message } from '#platform/contract/message.ts';
import { moment } from '#platform/server/postgres/columns.ts';

export const evidenceTable = pgTable('evidence', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  publisher: text('publisher').notNull(),
  periodFrom: date('period_from', { mode: 'string' }).notNull(),
  periodTo: date('period_to', { mode: 'string' }).notNull(),
  campaign: text('campaign').notNull(),
  event: text('event').notNull(),
  category: text('category').notNull(),
  settlementId: integer('settlement_id'),
  platform: text('platform', { enum: WINDOW_PLATFORMS }),
  windowDays: integer('window_days'),
  masked: boolean('masked').notNull(),
  state: text('state', { enum: EVIDENCE_STATES }).notNull().default('queued'),
  tries: smallint('tries').notNull().default(0),
  events: integer('events').notNull().default(0),
  claim: uuid('claim'),
  lines: jsonb('lines').$type<EvidenceRecord['lines']>().notNull().default([]),
  totals: jsonb('totals').$type<EvidenceRecord['totals']>().notNull().default([]),
  amountsFrom: text('amounts_from', { enum: AMOUNTS_FROM }).notNull().default('none'),
  claimed: integer('claimed').notNull().default(0),
  claimedBefore: integer('claimed_before').notNull().default(0),
  late: integer('late').notNull().default(0),
  ruleVersions: jsonb('rule_versions').$type<number[]>().notNull().default([]),
  sha256: text('sha256'),
  size: bigint('size', { mode: 'number' }),
  fileName: text('file_name'),
  fingerprint: text('fingerprint'),
  erasedAt: moment('erased_at'),
  error: text('error'),
  told: jsonb('told').$type<Message>(),
  createdBy: text('created_by').notNull(),
  authorId: integer('author_id').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  finishedAt: moment('finished_at'),
});

export type EvidenceRow = typeof evidenceTable.$inferSelect;
