import { bigint, boolean, date, integer, jsonb, numeric, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Condition } from '#platform/contract/condition.ts';
import { moment, textList } from '#platform/server/postgres/columns.ts';
import { DECISIONS, VERDICTS } from '#traffic/event/contract/event.ts';
import type { Recorded } from '#traffic/event/contract/recorded-reasons.ts';
import { VERDICT_CAUSES } from '#traffic/judge/contract/verdict-change-endpoints.ts';
import { type CustomRule, type RuleSet, SOURCE_STATES } from '#traffic/rules/contract/rule.ts';
import { WHITE_LIST_KINDS } from '#traffic/rules/contract/white-list-kinds.ts';

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
    /** The version it took back. */
    undoes: integer('undoes'),
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
  /** Dashboard type and name of an entry made as a rule; both or neither. */
  analysis: text('analysis'),
  ruleName: text('rule_name'),
  /** Groups of reasons it clears; all when empty. */
  categories: textList('categories'),
});

export const sourceDecisionTable = pgTable('source_decision', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  publisher: text('publisher').notNull(),
  /** The whole publisher when null. */
  subPublisher: text('sub_publisher'),
  state: text('state', { enum: SOURCE_STATES }).notNull(),
  reason: text('reason').notNull(),
  author: text('author').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  coversFrom: moment('covers_from'),
  undoneAt: moment('undone_at'),
  undoneBy: text('undone_by'),
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
  /** The decision about many events that this is a part of. */
  batchId: bigint('batch_id', { mode: 'number' }),
});

export const verdictChangeTable = pgTable('verdict_change', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  cause: text('cause', { enum: VERDICT_CAUSES }).notNull(),
  operation: text('operation').notNull(),
  part: text('part').notNull().default(''),
  month: date('month', { mode: 'string' }).notNull(),
  firstTs: moment('first_ts').notNull(),
  lastTs: moment('last_ts').notNull(),
  ruleVersion: integer('rule_version').notNull(),
  author: text('author').notNull(),
  reason: text('reason').notNull(),
  /** The reason as code and values, where the program gave it itself. */
  told: jsonb('told').$type<Recorded>(),
  at: moment('at').notNull().defaultNow(),
  afterClosing: boolean('after_closing').notNull(),
});

export const verdictChangeCountTable = pgTable(
  'verdict_change_count',
  {
    changeId: bigint('change_id', { mode: 'number' }).notNull(),
    kind: text('kind').notNull(),
    fromVerdict: text('from_verdict', { enum: VERDICTS }).notNull(),
    toVerdict: text('to_verdict', { enum: VERDICTS }).notNull(),
    currency: text('currency').notNull(),
    events: bigint('events', { mode: 'number' }).notNull(),
    cost: numeric('cost', { precision: 24, scale: 6 }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.changeId, t.kind, t.fromVerdict, t.toVerdict, t.currency] })],
);
