import { doublePrecision, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { RuleVersion } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import type { CustomRule, RuleSet } from '#traffic/rules/contract/rule.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

export type Effect = NonNullable<RuleVersion['effect']>;

/** The same table judging reads, with what only its history is told by. */
export const ruleVersionTable = pgTable(
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
    /** The version it took back. */
    undoes: integer('undoes'),
  },
  (t) => [primaryKey({ columns: [t.packageName, t.version] })],
);

export const REWRITE_STATES = ['queued', 'counting', 'writing', 'done'] as const;

/** How far a version is written into history, and what it changed there. */
export const ruleRewriteTable = pgTable(
  'rule_rewrite',
  {
    packageName: text('package_name').notNull(),
    version: integer('version').notNull(),
    judgedFrom: moment('judged_from').notNull(),
    state: text('state', { enum: REWRITE_STATES }).notNull().default('queued'),
    progress: doublePrecision('progress').notNull().default(0),
    writtenUntil: moment('written_until'),
    effect: jsonb('effect').$type<Effect>(),
    error: text('error'),
    createdAt: moment('created_at').notNull().defaultNow(),
    finishedAt: moment('finished_at'),
  },
  (t) => [primaryKey({ columns: [t.packageName, t.version] })],
);

export type RewriteRow = typeof ruleRewriteTable.$inferSelect;
