import { conditionSql } from '#platform/server/clickhouse/condition-sql.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { type PlannedRule, planRules } from '../rules/rule-plan.ts';
import { TRAFFIC_SQL_FIELDS } from '../store/field-sql.ts';
import type { Policy } from './load-policy.ts';
import { whiteListSql } from './white-list-sql.ts';
import { origins, windowFacts, withWindowFacts } from './window-facts.ts';

/** The verdict columns as expressions over the facts of a row. */
export interface JudgedColumns {
  verdict: Sql;
  reason: Sql;
  hits: Sql;
  whitelist_id: Sql;
  rule_version: Sql;
}

/** The SQL twin of `compileJudge` over the same plan; `judge-sql.test.ts` holds the two equal. */
export function judgedColumns({ ruleSet, whiteList }: Policy): JudgedColumns {
  // Equal expressions are computed once, so a rule that appears in three columns is evaluated once.
  const rules = planRules(ruleSet).map((rule) => ({ rule, severity: severityOf(rule) }));
  const deciding = rules.filter(({ rule }) => rule.mode === 'on');
  const entry = whiteListSql(whiteList);
  const reasonsAt = (level: string) =>
    deciding.map(({ rule, severity }) => sql`${severity} = ${trusted(level)}, ${typed('String', rule.reason)}`);
  const worst = sql`greatest(${joinSql([sql`0`, sql`0`, ...deciding.map(({ severity }) => severity)], ', ')})`;
  return {
    verdict: sql`CAST(multiIf(decision = 'fraud', 'fraud', decision = 'clean' OR ${entry} != 0, 'clean', ${worst} = 2, 'fraud', ${worst} = 1, 'suspect', 'clean'), 'Enum8(\\'clean\\' = 1, \\'suspect\\' = 2, \\'fraud\\' = 3)')`,
    reason: sql`toLowCardinality(multiIf(${joinSql(
      [
        sql`decision = 'fraud', 'human.fraud'`,
        sql`decision = 'clean' OR ${entry} != 0, ''`,
        ...reasonsAt('2'),
        ...reasonsAt('1'),
        sql`''`,
      ],
      ', ',
    )}))`,
    hits: hitsSql(rules),
    whitelist_id: sql`if(decision != 'none', toUInt32(0), ${entry})`,
    rule_version: sql`toUInt32(${typed('UInt32', ruleSet.version)})`,
  };
}

/** 2 fraud, 1 suspect, 0 no hit: the first case that holds decides. */
function severityOf({ kinds, cases }: PlannedRule): Sql {
  const graded = cases.map(
    ({ verdict, when }) => sql`${conditionSql(when, TRAFFIC_SQL_FIELDS)}, ${trusted(verdict === 'fraud' ? '2' : '1')}`,
  );
  return sql`multiIf(kind NOT IN ${typed('Array(String)', [...kinds])}, 0, ${joinSql([...graded, sql`0`], ', ')})`;
}

function hitsSql(rules: readonly { rule: PlannedRule; severity: Sql }[]): Sql {
  if (rules.length === 0) return sql`CAST([], 'Array(LowCardinality(String))')`;
  const ids = typed(
    'Array(String)',
    rules.map(({ rule }) => rule.id),
  );
  const severities = joinSql(
    rules.map(({ severity }) => severity),
    ', ',
  );
  return sql`CAST(arrayFilter((id, severity) -> severity != 0, ${ids}, [${severities}]), 'Array(LowCardinality(String))')`;
}

/** Traffic-shaped rows with their verdict columns; extra columns pass through. */
export function withVerdicts(rows: Sql, policy: Policy): Sql {
  const { verdict, reason, hits, whitelist_id, rule_version } = judgedColumns(policy);
  return sql`
SELECT * REPLACE (${verdict} AS verdict, ${reason} AS reason, ${hits} AS hits, ${rule_version} AS rule_version, ${whitelist_id} AS whitelist_id)
FROM (${rows})`;
}

/**
 * Everything that judging adds to rows: window facts, origin of events, verdicts. `rows` holds all events of the persons
 * in it and is read four times, so it is a table or a cheap SELECT. This is the definition of the judged state: whatever
 * the order and the split of the imports, stored rows equal this over all stored events.
 */
export function judgedRows(rows: Sql, policy: Policy): Sql {
  const installsAndEvents = sql`SELECT * FROM (${rows}) WHERE kind IN ('install', 'app_event', 're_event')`;
  const installsJudged = withVerdicts(withWindowFacts(installsAndEvents), policy);
  // Rows with window facts and rows with an origin are of different kinds, so one join takes both.
  const complete = sql`
SELECT r.* REPLACE (
  f.repeat_gap_seconds AS repeat_gap_seconds, f.clicks_1m AS clicks_1m, f.clicks_1h AS clicks_1h,
  f.clicks_24h AS clicks_24h, f.install_repeat_days AS install_repeat_days,
  toLowCardinality(ifNull(f.origin_reason, '')) AS origin_reason)
FROM (${rows}) AS r LEFT ANY JOIN (
  SELECT row_id, repeat_gap_seconds, clicks_1m, clicks_1h, clicks_24h, install_repeat_days, '' AS origin_reason
  FROM (${windowFacts(rows)})
  UNION ALL
  SELECT row_id, NULL, NULL, NULL, NULL, NULL, origin_reason FROM (${origins(installsJudged)})
) AS f ON r.row_id = f.row_id`;
  return withVerdicts(complete, policy);
}
