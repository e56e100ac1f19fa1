import { boolean, date, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Rule } from '#domains/hygiene/contract/policy.ts';
import { MARK_KINDS } from '#domains/hygiene/contract/policy.ts';
import type { AnalysisAnswer } from '#domains/hygiene/contract/result.ts';
import { ANALYSES, KINDS, STATES, VERDICTS } from '#domains/hygiene/contract/terms.ts';
import { bytes, moment, textList } from '#platform/server/postgres/columns.ts';

export const TOOLS = ['hygiene', 'adao'] as const;

export const uploadTable = pgTable('hygiene_upload', {
  name: text('name').primaryKey(),
  packageName: text('package_name'),
  sender: text('sender').notNull(),
  called: text('called').notNull(),
  kind: text('kind', { enum: KINDS }).notNull(),
  mediaType: text('media_type').notNull(),
  bytes: integer('bytes').notNull(),
  createdBy: text('created_by').notNull().default(''),
  createdAt: moment('created_at').notNull(),
});

export const analysisTable = pgTable('hygiene_analysis', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  uploadName: text('upload_name').notNull(),
  analysis: text('analysis', { enum: ANALYSES }).notNull(),
  tool: text('tool', { enum: TOOLS }).notNull(),
  packageName: text('package_name'),
  called: text('called').notNull(),
  kind: text('kind', { enum: KINDS }).notNull(),
  state: text('state', { enum: STATES }).notNull(),
  tries: integer('tries').notNull().default(0),
  waitedAt: moment('waited_at'),
  statusCode: integer('status_code'),
  answer: jsonb('answer').$type<AnalysisAnswer>(),
  verdict: text('verdict', { enum: VERDICTS }),
  preview: bytes('preview'),
  createdBy: text('created_by').notNull().default(''),
  createdAt: moment('created_at').notNull(),
});

export const policyTable = pgTable('hygiene_policy', {
  packageName: text('package_name').primaryKey(),
  rules: jsonb('rules').notNull().$type<Rule[]>(),
  ownWords: textList('own_words'),
  gallery: boolean('gallery').notNull().default(false),
  demographics: boolean('demographics').notNull().default(false),
  brand: text('brand').notNull().default(''),
  channels: textList('channels'),
  updatedBy: text('updated_by').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

export const markTable = pgTable('hygiene_mark', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  kind: text('kind', { enum: MARK_KINDS }).notNull(),
  name: text('name').notNull(),
  picture: bytes('picture'),
  hash: text('hash').notNull().default(''),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull(),
});

export const talentTable = pgTable('hygiene_talent', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  name: text('name').notNull(),
  email: text('email').notNull().default(''),
  consentOn: date('consent_on').notNull(),
  consentNote: text('consent_note').notNull(),
  prints: jsonb('prints').notNull().$type<number[][]>(),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull(),
});
