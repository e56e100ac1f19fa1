import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import {
  INTEGRITY_KINDS,
  OPERATORS,
  RULE_ACTIONS,
  RULE_FIELD_NAMES,
  RULE_KINDS,
} from '#domains/integrity/contract/kinds.ts';
import { bytes, moment, textList } from '#platform/server/postgres/columns.ts';
import type { PublishedRule } from './evaluate.ts';

const packageName = () => text('package_name').notNull();

/** As they are written; what is in force stands in versions. */
export const ruleTable = pgTable('integrity_rule', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: packageName(),
  kind: text('kind', { enum: RULE_KINDS }).notNull(),
  name: text('name').notNull(),
  campaignId: integer('campaign_id'),
  field: text('field', { enum: RULE_FIELD_NAMES as [string, ...string[]] }).notNull(),
  operator: text('operator', { enum: OPERATORS }).notNull(),
  values: textList('compared'),
  action: text('action', { enum: RULE_ACTIONS }).notNull(),
  active: boolean('active').notNull().default(true),
  /** Asked in this order; equals in that of their writing. */
  place: integer('place').notNull().default(0),
  updatedBy: text('updated_by').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

export const versionTable = pgTable(
  'integrity_version',
  {
    packageName: packageName(),
    kind: text('kind', { enum: RULE_KINDS }).notNull(),
    version: integer('version').notNull(),
    rules: jsonb('rules').notNull().$type<PublishedRule[]>(),
    note: text('note').notNull().default(''),
    publishedBy: text('published_by').notNull(),
    publishedAt: moment('published_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.packageName, t.kind, t.version] })],
);

export const placeTable = pgTable(
  'integrity_place',
  {
    campaignId: integer('campaign_id').notNull(),
    kind: text('kind', { enum: INTEGRITY_KINDS }).notNull(),
    countries: textList('countries'),
    updatedBy: text('updated_by').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.campaignId, t.kind] })],
);

/** Their secrets are derived (`sign-link.ts`), so none is stored. */
export const keyTable = pgTable('integrity_key', {
  keyId: text('key_id').primaryKey(),
  packageName: packageName(),
  perPublisher: boolean('per_publisher').notNull().default(true),
  madeBy: text('made_by').notNull(),
  madeAt: moment('made_at').notNull(),
  endsAt: moment('ends_at'),
});

/** Links that hold once, by the hash of their nonce. */
export const nonceTable = pgTable('integrity_nonce', {
  nonce: bytes('nonce').primaryKey(),
  usedAt: moment('used_at').notNull(),
});
