import { and, desc, eq } from 'drizzle-orm';
import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Decision } from '#traffic/event/contract/event.ts';
import type { EventOrigin } from '#traffic/event/server/verdict-files.ts';
import { sourceFactsOf } from '#traffic/judge/server/facts/source-facts-of-event.ts';
import { loadPolicy, loadRuleSet } from '#traffic/judge/server/load-policy.ts';
import { eventDecision } from '#traffic/judge/server/tables.ts';
import type { LoadMoney, Paying } from '#traffic/money/server/load-money.ts';
import type { Explanation, PublisherExplanation } from '#traffic/rules/contract/explanation.ts';
import { explain } from '#traffic/rules/server/explain.ts';
import { forPublisher, LIST_QUOTES } from '#traffic/rules/server/publisher-view.ts';
import { type EventMoney, eventMoney } from './event-money.ts';
import { maskPersonal } from './masking.ts';
import { findEvent } from './stored-event.ts';

export interface EventDetail {
  event: Record<string, unknown>;
  explanation: Explanation | null;
  publisher_explanation: PublisherExplanation | null;
  decisions: { decision: Decision; reason: string; author: string; at: string }[];
  money: EventMoney;
  origin: { import_id: number; file_name: string | null; record_no: number };
}

/**
 * Everything about one event. Publishers get the reason on masked
 * values, not the rules, limits, lists or names of people.
 */
export async function eventDetail(
  scope: Scope,
  { clickhouse, database, moneyOf, importOrigin, listDate }: EventDetailSources,
  info: Paying,
  rowId: string,
  signal?: AbortSignal,
): Promise<EventDetail> {
  const packageName = info.package_name;
  const stored = await findEvent(scope, clickhouse, packageName, rowId);
  const [policy, judgedBy, decisions, { fileName }, sources, money] = await Promise.all([
    loadPolicy(database, packageName),
    loadRuleSet(database, packageName, stored.rule_version),
    decisionsOf(database, packageName, rowId),
    importOrigin(scope, packageName, stored.import_id),
    sourceFactsOf(clickhouse, stored),
    eventMoney({ clickhouse, database, moneyOf }, info, stored, signal),
  ]);
  // By the version that made the verdict, so that value and limit explain what is on the screen.
  const explanation = explain(
    judgedBy ?? policy.ruleSet,
    policy.whiteList,
    { ...stored, ...Object.fromEntries(Object.entries(sources).map(([name, { value }]) => [name, value])) },
    { decision: stored.decision, listDate, sources, sourceDecisions: policy.sourceDecisions ?? [] },
  );
  const origin = { import_id: stored.import_id, file_name: fileName, record_no: stored.record_no };
  if (scope.role !== 'publisher')
    return { event: stored, explanation, publisher_explanation: null, decisions, money, origin };
  const { extra, hits, whitelist_id, rule_version, ...columns } = stored;
  const visible = Object.fromEntries(Object.entries(columns).filter(([name]) => !LIST_QUOTES.has(name)));
  return {
    event: maskPersonal(visible),
    explanation: null,
    publisher_explanation: forPublisher(explanation),
    decisions: [],
    money: { ...money, price: null },
    origin: { ...origin, file_name: null },
  };
}

export interface EventDetailSources {
  clickhouse: ClickHouse;
  database: Database;
  moneyOf: LoadMoney;
  /** The file an import read and what became of its ids. */
  importOrigin: (scope: Scope, packageName: string, importId: number) => Promise<EventOrigin>;
  /** Day of the list a fact names; null when no list says. */
  listDate: (entry: string) => string | null;
}

async function decisionsOf({ db }: Database, packageName: string, rowId: string): Promise<EventDetail['decisions']> {
  const rows = await db
    .select()
    .from(eventDecision)
    .where(and(eq(eventDecision.packageName, packageName), eq(eventDecision.rowId, rowId)))
    .orderBy(desc(eventDecision.id));
  return rows.map(({ decision, reason, author, decidedAt }) => ({
    decision,
    reason,
    author,
    at: decidedAt.toISOString(),
  }));
}
