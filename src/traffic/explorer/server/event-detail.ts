import { and, desc, eq } from 'drizzle-orm';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Decision, EventKind, Verdict } from '#traffic/event/contract/event.ts';
import { ForeignRow } from '#traffic/event/server/held-rows.ts';
import type { EventOrigin } from '#traffic/event/server/verdict-files.ts';
import { sourceFactsOf } from '#traffic/judge/server/facts/source-facts-of-event.ts';
import { loadPolicy, loadRuleSet } from '#traffic/judge/server/load-policy.ts';
import { eventDecision } from '#traffic/judge/server/tables.ts';
import type { Explanation, PublisherExplanation } from '#traffic/rules/contract/explanation.ts';
import { explain } from '#traffic/rules/server/explain.ts';
import { forPublisher, LIST_QUOTES } from '#traffic/rules/server/publisher-view.ts';
import { maskPersonal } from './masking.ts';

/** A stored event by column name, plus the columns this code looks at. */
export interface StoredEvent extends Record<string, unknown> {
  row_id: string;
  package: string;
  kind: EventKind;
  ts: string;
  verdict: Verdict;
  reason: string;
  decision: Decision;
  rule_version: number;
  import_id: number;
  record_no: number;
  publisher: string;
  vendor: string;
}

/** One event the scope may see; 404 otherwise, so that nobody learns what exists elsewhere. */
export async function findEvent(
  scope: Scope,
  ch: ClickHouse,
  packageName: string,
  rowId: string,
): Promise<StoredEvent> {
  const where = sql`package = ${typed('String', requirePackage(scope, packageName))} AND row_id = ${typed('UUID', rowId)}`;
  const [row] = await ch.query<StoredEvent>(
    sql`SELECT * EXCEPT (person, extra_names, extra_values, extra_map), extra FROM traffic WHERE ${where} LIMIT 1`,
    { tag: 'event' },
  );
  if (row && row.package !== packageName) throw new ForeignRow();
  const visible =
    row &&
    (scope.publishers === 'all' || scope.publishers.has(row.publisher)) &&
    (scope.vendors === 'all' || scope.vendors.has(row.vendor));
  if (!visible) throw appError('not_found');
  return row;
}

/** The sort key finds the row without reading the package. */
export const whereEvent = ({ package: packageName, kind, ts, row_id }: StoredEvent): Sql =>
  sql`package = ${typed('String', packageName)} AND kind = ${typed('String', kind)} AND ts = ${typed("DateTime64(3, 'UTC')", ts)} AND row_id = ${typed('UUID', row_id)}`;

export interface EventDetail {
  event: Record<string, unknown>;
  explanation: Explanation | null;
  publisher_explanation: PublisherExplanation | null;
  decisions: { decision: Decision; reason: string; author: string; at: string }[];
  origin: { import_id: number; file_name: string | null; record_no: number };
}

/**
 * Everything about one event. Publishers get the reason on masked
 * values, not the rules, limits, lists or names of people.
 */
export async function eventDetail(
  scope: Scope,
  { clickhouse, database, importOrigin, listDate }: EventDetailSources,
  packageName: string,
  rowId: string,
): Promise<EventDetail> {
  const stored = await findEvent(scope, clickhouse, packageName, rowId);
  const [policy, judgedBy, decisions, { fileName }, sources] = await Promise.all([
    loadPolicy(database, packageName),
    loadRuleSet(database, packageName, stored.rule_version),
    decisionsOf(database, packageName, rowId),
    importOrigin(scope, packageName, stored.import_id),
    sourceFactsOf(clickhouse, stored),
  ]);
  // By the version that made the verdict, so that value and limit explain what is on the screen.
  const explanation = explain(
    judgedBy ?? policy.ruleSet,
    policy.whiteList,
    { ...stored, ...Object.fromEntries(Object.entries(sources).map(([name, { value }]) => [name, value])) },
    { decision: stored.decision, listDate, sources, sourceDecisions: policy.sourceDecisions ?? [] },
  );
  const origin = { import_id: stored.import_id, file_name: fileName, record_no: stored.record_no };
  if (scope.role !== 'publisher') return { event: stored, explanation, publisher_explanation: null, decisions, origin };
  const { extra, hits, whitelist_id, rule_version, ...columns } = stored;
  const visible = Object.fromEntries(Object.entries(columns).filter(([name]) => !LIST_QUOTES.has(name)));
  return {
    event: maskPersonal(visible),
    explanation: null,
    publisher_explanation: forPublisher(explanation),
    decisions: [],
    origin: { ...origin, file_name: null },
  };
}

export interface EventDetailSources {
  clickhouse: ClickHouse;
  database: Database;
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
