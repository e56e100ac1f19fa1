import type { ClickHouse, QueryOptions } from '#platform/server/clickhouse/clickhouse.ts';
import { conditionSql } from '#platform/server/clickhouse/condition-sql.ts';
import { joinSql, type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { RuleSet } from '#traffic/contract/rule.ts';
import { loadRuleSet, type Policy } from '../judge/load-policy.ts';
import { type PlannedRule, planRules } from '../rules/rule-plan.ts';
import { TRAFFIC_SQL_FIELDS } from '../store/field-sql.ts';

/**
 * A condition over `traffic` for the rows a draft can judge otherwise than the version that judged them: those that a rule
 * which differs has hit, or would hit. What only unchanged rules look at keeps its hits, and so its verdict; most drafts
 * touch one rule in seventy.
 */
export async function touchedBy(
  ch: ClickHouse,
  database: Database,
  { package: packageName, within, policy }: { package: string; within: Sql; policy: Policy },
  options: QueryOptions,
): Promise<Sql> {
  const found = await ch.query<{ version: number }>(
    sql`SELECT DISTINCT rule_version AS version FROM traffic WHERE ${within} ORDER BY version`,
    options,
  );
  const parts = await Promise.all(
    found.map(async ({ version }) => {
      const before = await loadRuleSet(database, packageName, version);
      return sql`rule_version = ${typed('UInt32', version)} AND ${before ? inTime(before, policy) : sql`true`}`;
    }),
  );
  return parts.length > 0 ? sql`(${joinSql(parts, ' OR ')})` : sql`false`;
}

/** Each moment has its own rule set: the oldest first whose time is not over. */
function inTime(before: RuleSet, { ruleSet, earlier = [] }: Policy): Sql {
  const newest = touchedRows(before, ruleSet);
  if (earlier.length === 0) return newest;
  const cases = earlier
    .toReversed()
    .map((each) => sql`ts < ${typed("DateTime64(3, 'UTC')", each.until)}, ${touchedRows(before, each.ruleSet)}`);
  return sql`multiIf(${joinSql([...cases, newest], ', ')})`;
}

function touchedRows(before: RuleSet, draft: RuleSet): Sql {
  const [old, fresh] = [before, draft].map((set) => new Map(planRules(set).map((rule) => [rule.id, rule])));
  const ids = [...new Set([...(old?.keys() ?? []), ...(fresh?.keys() ?? [])])];
  const changed = ids.filter((id) => JSON.stringify(old?.get(id)) !== JSON.stringify(fresh?.get(id)));
  if (changed.length === 0) return sql`false`;
  const has = sql`hasAny(hits, ${typed('Array(String)', changed)})`;
  const would = changed.flatMap((id) => {
    const rule = fresh?.get(id);
    return rule ? [wouldHit(rule)] : [];
  });
  return sql`(${joinSql([has, ...would], ' OR ')})`;
}

/** Facts about sources would have to be looked up for every row: all rows of these kinds are judged instead. */
function wouldHit({ kinds, stage, cases }: PlannedRule): Sql {
  const ofKind = sql`kind IN ${typed('Array(String)', [...kinds])}`;
  if (stage === 'sweep') return ofKind;
  const holds = cases.map(({ when }) => conditionSql(when, TRAFFIC_SQL_FIELDS));
  return sql`(${ofKind} AND (${joinSql(holds, ' OR ')}))`;
}
