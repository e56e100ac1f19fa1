import { conditionSql } from '#platform/server/clickhouse/condition-sql.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { RuleSet } from '#traffic/contract/rule.ts';
import { namesSource, type PlannedCase, type PlannedRule, planRules, signalGroup } from '../rules/rule-plan.ts';
import type { Policy } from './load-policy.ts';
import { INSTALL_PATTERNS, installPatterns, PATTERN_NAMES, patternFacts } from './pattern-facts.ts';
import { JUDGED_SQL_FIELDS, unknownSource } from './source-facts-sql.ts';
import { whiteListSql } from './white-list-sql.ts';
import { origins, WINDOW_NAMES, windowFacts } from './window-facts.ts';
import { withFacts } from './with-facts.ts';

/** The verdict columns as expressions over the facts of a row. */
interface JudgedColumns {
  verdict: Sql;
  reason: Sql;
  hits: Sql;
  whitelist_id: Sql;
  rule_version: Sql;
}

/** Whether any rule in force looks at facts about sources; without one they need not be looked up. */
const looksAtSources = ({ ruleSet, earlier = [] }: Policy): boolean =>
  [ruleSet, ...earlier.map((each) => each.ruleSet)].some((each) =>
    planRules(each).some(({ cases }) => cases.some(({ when }) => namesSource(when))),
  );

/** A rule set with the end of its time, and how hard each rule of its plan hits, see `SEVERITY`. */
interface Segment {
  ruleSet: RuleSet;
  /** First event time it does not judge any more; null for the newest. */
  until: Date | null;
  severities: Sql;
}

const segmentsOf = ({ ruleSet, earlier = [] }: Policy): Segment[] =>
  [{ ruleSet, until: null }, ...earlier].map((each) => ({
    ...each,
    severities: sql`CAST([${joinSql(planRules(each.ruleSet).map(severityOf), ', ')}], 'Array(UInt8)')`,
  }));

const entryOf = ({ whiteList }: Policy): Sql => whiteListSql(whiteList);

/** No hit is 0; what only marks is a hit that weighs nothing. */
const SEVERITY = { mark: 1, suspect: 2, fraud: 3 } as const;

const severity = ({ verdict, decides }: PlannedCase): number => SEVERITY[decides ? verdict : 'mark'];

/** The first case that holds decides. */
function severityOf({ kinds, cases }: PlannedRule): Sql {
  const graded = cases.map(
    (each) => sql`${conditionSql(each.when, JUDGED_SQL_FIELDS)}, ${trusted(String(severity(each)))}`,
  );
  return sql`multiIf(kind NOT IN ${typed('Array(String)', [...kinds])}, 0, ${joinSql([...graded, sql`0`], ', ')})`;
}

/** One hit as a number: the severity first, then the place in the plan, so that the greatest is the primary one. */
const WEIGHT = 1_000;

/** Of several rule sets, newest first, the oldest one whose time is not over speaks. */
function columnsFrom(segments: readonly Segment[], entry: Sql): JudgedColumns {
  const judged = segments.map((segment) => ({ until: segment.until, columns: columnsOf(segment, entry) })).reverse();
  const at = (name: keyof Omit<JudgedColumns, 'whitelist_id'>): Sql => {
    const cases = judged.map(({ until, columns }) =>
      until ? sql`ts < ${typed("DateTime64(3, 'UTC')", until)}, ${columns[name]}` : columns[name],
    );
    return cases.length > 1 ? sql`multiIf(${joinSql(cases, ', ')})` : joinSql(cases, '');
  };
  return {
    verdict: at('verdict'),
    reason: at('reason'),
    hits: at('hits'),
    whitelist_id: sql`if(decision != 'none', toUInt32(0), ${entry})`,
    rule_version: at('rule_version'),
  };
}

function columnsOf({ ruleSet, severities }: Segment, entry: Sql): Omit<JudgedColumns, 'whitelist_id'> {
  const plan = planRules(ruleSet);
  const names = (values: string[]) => typed('Array(String)', values);
  const weights = trusted(`[${plan.map((_, index) => WEIGHT - 1 - index).join(', ')}]`);
  const groups = groupNumbers(plan);
  const own = trusted(`[${plan.map(({ stage }) => (stage === 'arrival' ? 1 : 0)).join(', ')}]`);
  const combined = sql`NOT has(${severities}, 3)
    AND arrayExists((of, severity, own) -> of != 0 AND severity = 2 AND own = 1, ${groups}, ${severities}, ${own})
    AND length(arrayDistinct(arrayFilter((of, severity) -> of != 0 AND severity = 2, ${groups}, ${severities}))) > 1`;
  // Suspicion from two groups, one of them the event's own, is fraud; what belongs to no group then neither counts nor names the reason.
  const graded = sql`if(severity < 2, 0, severity - 1 + (severity = 2 AND of != 0 AND ${combined}))`;
  const primary =
    plan.length === 0
      ? sql`0`
      : sql`arrayMax((severity, weight, of) -> if(severity < 2, 0, ${graded} * ${trusted(`${WEIGHT}`)} + weight), ${severities}, ${weights}, ${groups})`;
  return {
    verdict: sql`CAST(multiIf(decision != 'none', toString(decision), ${entry} != 0, 'clean', ['clean', 'suspect', 'fraud'][intDiv(${primary}, ${trusted(`${WEIGHT}`)}) + 1]), 'Enum8(\\'clean\\' = 1, \\'suspect\\' = 2, \\'fraud\\' = 3)')`,
    // Behind the end of the list lies the empty text.
    reason: sql`toLowCardinality(multiIf(decision = 'fraud', 'human.fraud', decision = 'clean' OR ${entry} != 0, '', ${names(
      plan.map(({ reason }) => reason),
    )}[${trusted(`${WEIGHT}`)} - ${primary} % ${trusted(`${WEIGHT}`)}]))`,
    hits: sql`CAST(arrayFilter((id, severity) -> severity != 0, ${names(plan.map(({ id }) => id))}, ${severities}), 'Array(LowCardinality(String))')`,
    rule_version: sql`toUInt32(${typed('UInt32', ruleSet.version)})`,
  };
}

/** 0 for what belongs to no group: a matter of quality. */
function groupNumbers(plan: readonly PlannedRule[]): Sql {
  const groups = plan.map(({ reason }) => signalGroup(reason));
  const names = [...new Set(groups.filter((group) => group !== ''))];
  return trusted(`[${groups.map((group) => names.indexOf(group) + 1).join(', ')}]`);
}

/**
 * Traffic-shaped rows with their verdict columns; extra columns pass through. Facts about their sources are looked up as
 * the policy says, for the length of the judging.
 */
export function withVerdicts(rows: Sql, policy: Policy): Sql {
  const addSource = looksAtSources(policy) ? (policy.source ?? unknownSource) : unknownSource;
  // Named once and used thrice: the engine takes longer to read a long question than to judge ten thousand rows.
  const segments = segmentsOf(policy).map((segment, index) => ({
    segment,
    name: trusted(`judge_severities_${index}`),
  }));
  const named = segments.map(({ segment, name }) => ({ ...segment, severities: name }));
  const { verdict, reason, hits, whitelist_id, rule_version } = columnsFrom(named, sql`judge_entry`);
  const evidence = segments.map(({ segment, name }) => sql`${segment.severities} AS ${name}`);
  const names = segments.map(({ name }) => name);
  return sql`
SELECT * EXCEPT (${joinSql(names, ', ')}, judge_entry, source_facts) REPLACE (${verdict} AS verdict, ${reason} AS reason, ${hits} AS hits,
  ${rule_version} AS rule_version, ${whitelist_id} AS whitelist_id)
FROM (SELECT *, ${joinSql(evidence, ', ')}, ${entryOf(policy)} AS judge_entry FROM (${addSource(rows)}))`;
}

/**
 * Everything that judging adds to rows: window facts, origin of events, verdicts. `rows` holds all events of the persons
 * in it; `narrow` the same with `WINDOW_INPUT` only and is read many times, so it is best a table. This is the definition of the judged state: whatever
 * the order and the split of the imports, stored rows equal this over all stored events.
 */
export function judgedRows(rows: Sql, policy: Policy, narrow = rows): Sql {
  const installsAndEvents = sql`SELECT * FROM (${rows}) WHERE kind IN ('install', 'app_event', 're_event')`;
  const installsJudged = withVerdicts(
    withFacts(installsAndEvents, [
      { names: WINDOW_NAMES, from: windowFacts(sql`SELECT * FROM (${narrow}) WHERE kind = 'install'`) },
      { names: INSTALL_PATTERNS, from: installPatterns(narrow) },
    ]),
    policy,
  );
  const complete = withFacts(rows, [
    { names: WINDOW_NAMES, from: windowFacts(narrow) },
    { names: PATTERN_NAMES, from: patternFacts(narrow) },
    { names: ['origin_reason'], from: origins(installsJudged) },
  ]);
  return withVerdicts(complete, policy);
}
