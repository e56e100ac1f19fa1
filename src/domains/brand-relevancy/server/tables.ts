import { bigint, boolean, date, integer, jsonb, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { AD_PLATFORMS, ENTRY_STATES, ENTRY_TYPES } from '#domains/brand-relevancy/contract/entry-terms.ts';
import {
  PLACE_KINDS,
  PLACE_PLATFORMS,
  PLACE_VERDICTS,
  REQUIREMENT_STATES,
  ROW_REASONS,
  type RowReason,
} from '#domains/brand-relevancy/contract/terms.ts';
import { bytes, moment, textList } from '#platform/server/postgres/columns.ts';

const named = (name: string) => text(name).notNull().default('');

export const requirementTable = pgTable('br_requirement', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  reference: text('reference').notNull(),
  campaignName: text('campaign_name').notNull(),
  brand: text('brand').notNull(),
  category: named('category'),
  keywords: textList('keywords'),
  excludedKeywords: textList('excluded_keywords'),
  locations: textList('locations'),
  languages: textList('languages'),
  startsOn: date('starts_on').notNull(),
  endsOn: date('ends_on').notNull(),
  status: text('status', { enum: REQUIREMENT_STATES }).notNull().default('draft'),
  acceptsReview: boolean('accepts_review').notNull().default(false),
  minViews: bigint('min_views', { mode: 'number' }),
  maxAgeDays: integer('max_age_days'),
  allowedChannels: textList('allowed_channels'),
  blockedChannels: textList('blocked_channels'),
  targetCount: integer('target_count'),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

export const keywordChangeTable = pgTable('br_keyword_change', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  requirementId: integer('requirement_id').notNull(),
  added: textList('added'),
  removed: textList('removed'),
  excludedAdded: textList('excluded_added'),
  excludedRemoved: textList('excluded_removed'),
  reason: named('reason'),
  changedBy: text('changed_by').notNull(),
  changedAt: moment('changed_at').notNull().defaultNow(),
});

/** A row that was rejected, among the first of its file. */
export interface UploadError {
  line: number;
  reason: RowReason;
  url: string;
}

export const uploadTable = pgTable('br_upload', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  fileName: text('file_name').notNull(),
  content: bytes('content').notNull(),
  rows: integer('rows').notNull(),
  accepted: integer('accepted').notNull(),
  errors: jsonb('errors').notNull().default([]).$type<UploadError[]>(),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const outputTable = pgTable('br_output', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  uploadId: integer('upload_id').notNull(),
  requirementId: integer('requirement_id').notNull(),
  line: integer('line').notNull(),
  platform: text('platform', { enum: PLACE_PLATFORMS }).notNull(),
  kind: text('kind', { enum: PLACE_KINDS }).notNull(),
  item: text('item').notNull(),
  url: text('url').notNull(),
  title: named('title'),
  channel: named('channel'),
  day: date('day').notNull(),
  relevancy: numeric('relevancy', { precision: 5, scale: 4 }),
  views: bigint('views', { mode: 'number' }),
  verdict: text('verdict', { enum: PLACE_VERDICTS }).notNull(),
  country: named('country'),
  language: named('language'),
  publishedOn: date('published_on'),
  spend: numeric('spend', { precision: 20, scale: 6 }).notNull().default('0'),
  reason: text('reason', { enum: ['', ...ROW_REASONS] })
    .notNull()
    .default(''),
});

export const entryTable = pgTable('br_entry', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  key: text('key').notNull(),
  requirementId: integer('requirement_id'),
  name: text('name').notNull(),
  type: text('type', { enum: ENTRY_TYPES }).notNull(),
  platform: text('platform', { enum: AD_PLATFORMS }).notNull(),
  advertiser: text('advertiser').notNull(),
  campaign: text('campaign').notNull(),
  creativeSize: named('creative_size'),
  duration: integer('duration'),
  clickUrl: named('click_url'),
  landingHosts: textList('landing_hosts'),
  vastUrl: named('vast_url'),
  vastTrackerId: integer('vast_tracker_id'),
  status: text('status', { enum: ENTRY_STATES }).notNull().default('active'),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});
