import { boolean, date, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import {
  CAP_WINDOWS,
  CREATIVE_PROBLEMS,
  CREATIVE_STATES,
  MEDIA_TYPES,
  MODES,
  TRACKER_STATES,
} from '#domains/video-ads/contract/terms.ts';
import type { TrackerView } from '#domains/video-ads/contract/tracker.ts';
import { bytes, moment, textList } from '#platform/server/postgres/columns.ts';

/** A file that players are given. */
export interface Rendition {
  file: string;
  width: number;
  height: number;
  bytes: number;
  /** Kilobits a second. */
  kbps: number;
}

const named = (name: string) => text(name).notNull().default('');

export const creativeTable = pgTable('vast_creative', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  name: text('name').notNull(),
  fileKey: text('file_key').notNull(),
  state: text('state', { enum: CREATIVE_STATES }).notNull(),
  problem: text('problem', { enum: CREATIVE_PROBLEMS }).notNull().default(''),
  mediaType: text('media_type', { enum: MEDIA_TYPES }).notNull(),
  bytes: integer('bytes').notNull(),
  width: integer('width'),
  height: integer('height'),
  milliseconds: integer('milliseconds'),
  codec: named('codec'),
  renditions: jsonb('renditions').notNull().default([]).$type<Rendition[]>(),
  poster: boolean('poster').notNull().default(false),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const trackerTable = pgTable('vast_tracker', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  key: text('key').notNull(),
  name: text('name').notNull(),
  campaign: text('campaign').notNull(),
  brand: named('brand'),
  publishers: textList('publishers'),
  mode: text('mode', { enum: MODES }).notNull(),
  vastUrl: named('vast_url'),
  creativeId: integer('creative_id'),
  landingUrl: named('landing_url'),
  skipSeconds: integer('skip_seconds'),
  status: text('status', { enum: TRACKER_STATES }).notNull().default('active'),
  countries: textList('countries'),
  capLimit: integer('cap_limit').notNull().default(3),
  capWindow: text('cap_window', { enum: CAP_WINDOWS }).notNull().default('lifetime'),
  blockDomains: textList('block_domains'),
  blockApps: textList('block_apps'),
  strict: boolean('strict').notNull().default(false),
  verifications: jsonb('verifications').notNull().default([]).$type<TrackerView['verifications']>(),
  ssaiAddresses: textList('ssai_addresses'),
  startsOn: date('starts_on'),
  endsOn: date('ends_on'),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

export const capUseTable = pgTable(
  'vast_cap_use',
  {
    packageName: text('package_name').notNull(),
    campaign: text('campaign').notNull(),
    person: bytes('person').notNull(),
    windowStart: date('window_start').notNull(),
    shown: integer('shown').notNull().default(0),
    held: jsonb('held').notNull().default({}).$type<Record<string, number>>(),
    touchedOn: date('touched_on').notNull(),
  },
  (t) => [primaryKey({ columns: [t.packageName, t.campaign, t.person, t.windowStart] })],
);
