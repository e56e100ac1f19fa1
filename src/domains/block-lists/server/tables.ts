import { boolean, doublePrecision, integer, jsonb, pgTable, real, text } from 'drizzle-orm/pg-core';
import { FEED_FORMAT_IDS } from '#domains/block-lists/contract/formats.ts';
import { BLOCK_KINDS, SOURCES } from '#domains/block-lists/contract/kinds.ts';
import { STANDING_KINDS } from '#domains/block-lists/contract/standing.ts';
import type { Condition } from '#platform/contract/condition.ts';
import { moment } from '#platform/server/postgres/columns.ts';

const [firstStanding = 'publisher', ...standing] = STANDING_KINDS;

export const blockEntry = pgTable('block_entry', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  kind: text('kind', { enum: BLOCK_KINDS }).notNull(),
  value: text('value').notNull(),
  publisher: text('publisher').notNull().default(''),
  reason: text('reason').notNull(),
  source: text('source', { enum: SOURCES }).notNull().default('hand'),
  ruleId: integer('rule_id'),
  fraud: integer('fraud'),
  events: integer('events'),
  author: text('author').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  startsAt: moment('starts_at'),
  waits: boolean('waits').notNull().default(false),
  endsAt: moment('ends_at'),
  removedAt: moment('removed_at'),
  removedBy: text('removed_by'),
});
export type EntryRow = typeof blockEntry.$inferSelect;

export const blockStanding = pgTable('block_standing', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  name: text('name').notNull(),
  kind: text('kind', { enum: [firstStanding, ...standing] }).notNull(),
  percent: doublePrecision('percent').notNull(),
  days: integer('days').notNull(),
  least: integer('least').notNull(),
  rest: integer('rest').notNull(),
  condition: jsonb('condition').$type<Condition>(),
  active: boolean('active').notNull().default(true),
  cleanShare: doublePrecision('clean_share').notNull().default(0),
  heldBack: integer('held_back').notNull().default(0),
  heldShare: doublePrecision('held_share').notNull().default(0),
  problem: text('problem').notNull().default(''),
  lookedAt: moment('looked_at'),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});
export type StandingRow = typeof blockStanding.$inferSelect;

export const blockList = pgTable('block_list', {
  packageName: text('package_name').primaryKey(),
  changes: integer('changes').notNull().default(0),
  followed: integer('followed').notNull().default(0),
  version: integer('version').notNull().default(0),
  held: integer('held').notNull().default(0),
  problem: text('problem').notNull().default(''),
});

const [firstFormat = 'text', ...formats] = FEED_FORMAT_IDS;

export const blockFeed = pgTable('block_feed', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  name: text('name').notNull(),
  format: text('format', { enum: [firstFormat, ...formats] }).notNull(),
  kinds: text('kinds', { enum: BLOCK_KINDS }).array().notNull().default([]),
  cleanPercent: real('clean_percent').notNull().default(0),
  secretHash: text('secret_hash').notNull(),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  revokedAt: moment('revoked_at'),
  body: text('body').notNull().default(''),
  etag: text('etag').notNull().default(''),
  entries: integer('entries').notNull().default(0),
  leftOut: integer('left_out').notNull().default(0),
  changedAt: moment('changed_at').notNull().defaultNow(),
  followed: integer('followed').notNull().default(-1),
  fetches: integer('fetches').notNull().default(0),
  lastFetchedAt: moment('last_fetched_at'),
  lastFetchedFrom: text('last_fetched_from').notNull().default(''),
});
export type FeedRow = typeof blockFeed.$inferSelect;
