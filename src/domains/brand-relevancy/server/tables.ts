import { bigint, boolean, date, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { REQUIREMENT_STATES } from '#domains/brand-relevancy/contract/terms.ts';
import { moment, textList } from '#platform/server/postgres/columns.ts';

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
