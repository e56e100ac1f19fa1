import { bigint, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Condition } from '#platform/contract/condition.ts';
import { DECISIONS } from '#traffic/contract/event.ts';
import type { CustomRule, RuleSet } from '#traffic/contract/rule.ts';
import { WHITE_LIST_KINDS } from '#traffic/contract/white-list-endpoints.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

export const ruleSetTable = pgTable(
  'rule_set',
  {
    packageName: text('package_name').notNull(),
    version: integer('version').notNull(),
    rules: jsonb('rules').$type<RuleSet['rules']>().notNull(),
    custom: jsonb('custom').$type<readonly CustomRule[]>().notNull().default([]),
    effectiveFrom: moment('effective_from'),
    reason: text('reason').notNull(),
    author: text('author').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.packageName, t.version] })],
);

export const whiteListTable = pgTable('white_list_entry', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  kind: text('kind', { enum: WHITE_LIST_KINDS }).notNull(),
  value: text('value').notNull(),
  condition: jsonb('condition').$type<Condition>().notNull(),
  reason: text('reason').notNull(),
  author: text('author').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  coversFrom: moment('covers_from'),
  expiresAt: moment('expires_at'),
  removedAt: moment('removed_at'),
  removedBy: text('removed_by'),
});

export const eventDecision = pgTable('event_decision', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  rowId: uuid('row_id').notNull(),
  kind: text('kind').notNull(),
  ts: moment('ts').notNull(),
  decision: text('decision', { enum: DECISIONS }).notNull(),
  reason: text('reason').notNull(),
  author: text('author').notNull(),
  decidedAt: moment('decided_at').notNull().defaultNow(),
});
