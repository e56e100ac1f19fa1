import { doublePrecision, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from '#platform/server/postgres/columns.ts';
import type { RuleVersion } from '#traffic/rule-sets/contract/rule-endpoints.ts';

export type Effect = NonNullable<RuleVersion['effect']>;

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
