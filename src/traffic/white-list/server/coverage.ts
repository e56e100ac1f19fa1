import type { Condition } from '#platform/contract/condition.ts';
import type { ClickHouse, QueryOptions } from '#platform/server/clickhouse/clickhouse.ts';
import { conditionSql } from '#platform/server/clickhouse/condition-sql.ts';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { groupOf } from '#traffic/event/contract/reasons.ts';
import { TRAFFIC_SQL_FIELDS } from '#traffic/event/server/field-sql.ts';
import { loadPolicy } from '#traffic/judge/server/load-policy.ts';
import type { whiteListTable } from '#traffic/judge/server/tables.ts';
import { planRules, severityOf } from '#traffic/rules/server/rule-plan.ts';

export type Covering = Pick<typeof whiteListTable.$inferInsert, 'condition' | 'categories'>;

export interface Coverage {
  /** What it covers by itself, whether or not another entry does already. */
  events: number;
  fraud: number;
  suspect: number;
  /** Of all that was looked at. What the white list clears already counts as what it was cleared of. */
  all_events: number;
  all_fraud: number;
  /** What it would clear together with the entries that stand. */
  cleared_events: number;
  cleared_fraud: number;
  /** Fraud of the kinds and categories it names, and how much of that would be cleared together. */
  own_fraud: number;
  own_cleared: number;
}

export interface CoverageAsked {
  package: string;
  /** Over `traffic`. */
  where: Sql;
  entry: Covering;
  /** The stored entry that is being changed: what it clears so far is nothing that stands beside it. */
  changed?: number | undefined;
}

const CATEGORY = sql`splitByChar('.', toString(reason))[1]`;

/** What an entry covers; one on some categories only what they are called for. */
export async function coverageOf(
  { clickhouse, database }: { clickhouse: ClickHouse; database: Database },
  { package: packageName, where, entry, changed = 0 }: CoverageAsked,
  options: QueryOptions,
): Promise<Coverage> {
  const { condition, categories = [] } = entry;
  const kinds = kindsNamed(condition);
  const hasHit = await hitsOf(database, packageName);
  const ofCategories = (reasons: Sql, hit: Sql) =>
    categories.length === 0
      ? sql`true`
      : sql`(has(${typed('Array(String)', [...categories])}, ${reasons}) OR (whitelist_id != 0 AND ${hit}))`;
  const ofKinds = kinds.length === 0 ? sql`true` : sql`kind IN ${typed('Array(String)', kinds)}`;
  const [found] = await clickhouse.query<Coverage>(
    sql`SELECT countIf(covers) AS events, countIf(covers AND called) AS fraud,
        countIf(covers AND verdict = 'suspect') AS suspect, count() AS all_events, countIf(called) AS all_fraud,
        countIf(covers OR stands) AS cleared_events, countIf(called AND (covers OR stands)) AS cleared_fraud,
        countIf(called AND own) AS own_fraud, countIf(called AND own AND (covers OR stands)) AS own_cleared
      FROM (SELECT verdict, whitelist_id NOT IN (0, ${typed('UInt32', changed)}) AS stands,
        verdict = 'fraud' OR (whitelist_id != 0 AND ${hasHit('fraud', [])}) AS called,
        (${conditionSql(condition, TRAFFIC_SQL_FIELDS)}) AND ${ofCategories(CATEGORY, hasHit('any', categories))} AS covers,
        ${ofKinds} AND ${ofCategories(CATEGORY, hasHit('fraud', categories))} AS own
        FROM traffic WHERE ${where})`,
    options,
  );
  if (!found) throw new Error('A count answers one row');
  return found;
}

/**
 * A cleared event keeps its hits and has lost what it was called. It counts as fraud where a rule hit that calls
 * fraud by itself: near enough for a share, and every event need not be judged again for it.
 */
async function hitsOf(database: Database, packageName: string) {
  const { ruleSet, earlier = [] } = await loadPolicy(database, packageName);
  const plan = [ruleSet, ...earlier.map((each) => each.ruleSet)].flatMap((set) => planRules(set));
  return (which: 'fraud' | 'any', categories: readonly string[]): Sql => {
    const named = plan.filter(
      ({ cases, reason }) =>
        cases.some((each) => (which === 'fraud' ? severityOf(each) === 'fraud' : severityOf(each) !== 'mark')) &&
        (categories.length === 0 || categories.includes(groupOf(reason))),
    );
    return sql`hasAny(hits, ${typed('Array(String)', [...new Set(named.map(({ id }) => id))])})`;
  };
}

/** Kinds of events a condition is about; none where it names none, which is all. */
export function kindsNamed(condition: Condition): string[] {
  if ('all' in condition) return condition.all.map(kindsNamed).find((kinds) => kinds.length > 0) ?? [];
  if (!('field' in condition) || condition.field !== 'kind') return [];
  if (condition.op === 'eq') return [String(condition.value)];
  return condition.op === 'in' ? condition.values.map(String) : [];
}
