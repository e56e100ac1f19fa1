import { conditionSql } from '#platform/server/clickhouse/condition-sql.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { fieldsOf, namesSource } from '#traffic/event/contract/condition-fields.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { TRAFFIC_SQL_FIELDS } from '#traffic/event/server/field-sql.ts';
import { SOURCE_RULES } from '#traffic/rules/server/registry.ts';
import {
  hasOneGrade,
  isAboutSource,
  isNarrow,
  type PlannedCase,
  type PlannedRule,
  severityOf,
  signalGroup,
  yields,
} from '#traffic/rules/server/rule-plan.ts';
import { JUDGED_SQL_FIELDS, SOURCE_COLUMNS, SOURCE_INPUT, unknownSource } from '../facts/source-facts-sql.ts';
import type { Policy } from '../load-policy.ts';
import { codeOfState, SOURCE_DECISION_INPUT, sourceDecisionSql } from './source-decision-sql.ts';
import { atItsTime, type TimedRule, timedPlan, versionsOf } from './timed-plan.ts';
import { atTheTime, VERDICT_COLUMNS } from './verdict-columns.ts';
import { narrowEntrySql, whiteListSql } from './white-list-sql.ts';

/** What a caller knows of rows beforehand, so that judging them asks less. Never changes a verdict. */
export interface RowHints {
  /** Surely more than are judged in this process, so nobody need count them. */
  many?: boolean;
  /** Kinds that occur; rules on others cannot hit, and the engine need not read them. */
  kinds?: ReadonlySet<EventKind>;
  /**
   * Rules whose stored hits are what judging would find: the version that judged the rows has them as they are. Looking
   * at the hits instead of the facts spares reading most columns, and looking facts about sources up.
   */
  kept?: ReadonlySet<string>;
  /** Ids among the stored hits of the rows; kept rules that are not need not be looked at, whatever their grades. */
  present?: ReadonlySet<string>;
}

/** Hits do not say when they were found: those of a rule that judges some times only are looked for again. */
const takenFromHits = ({ rule, spans }: TimedRule, { kept }: RowHints): boolean =>
  spans.length === 0 && kept?.has(rule.id) === true && hasOneGrade(rule);

/** A rule whose hits are kept, and that hit none of the rows. */
const isAbsent = ({ id }: PlannedRule, { kept, present }: RowHints): boolean =>
  kept?.has(id) === true && present?.has(id) === false;

/** A rule that may hit one of the rows. */
const mayHit = (rule: PlannedRule, hints: RowHints): boolean =>
  !isAbsent(rule, hints) && (hints.kinds === undefined || rule.kinds.some((kind) => hints.kinds?.has(kind)));

/** Whether any rule in force looks at facts about sources; without one they need not be looked up. */
const looksAtSources = (policy: Policy, hints: RowHints): boolean =>
  timedPlan(policy).some(
    (timed) =>
      mayHit(timed.rule, hints) &&
      !takenFromHits(timed, hints) &&
      timed.rule.cases.some(({ when }) => namesSource(when)),
  );

/** What is asked of the rows: the rules of all versions, each at its time. */
interface Asked {
  plan: readonly TimedRule[];
  /** Those of the plan that are read from the stored hits. */
  taken: ReadonlySet<TimedRule>;
}

/** Where sources are unknown, the product's rules on them cannot hit. */
function askedOf(policy: Policy, sourcesKnown: boolean, hints: RowHints): Asked {
  const plan = timedPlan(policy)
    .filter((timed) => sourcesKnown || takenFromHits(timed, hints) || !SOURCE_IDS.has(timed.rule.id))
    .filter(({ rule }) => mayHit(rule, hints));
  return { plan, taken: new Set(plan.filter((timed) => takenFromHits(timed, hints))) };
}

/** Columns of the steps of `withVerdicts`. */
const FOUND = trusted('judge_found');
const PRIMARY = trusted('judge_primary');

const SOURCE_IDS: ReadonlySet<string> = new Set(SOURCE_RULES.map(({ id }) => id));

/**
 * One hit as a number: the severity, then the place in the plan counted from the end, so that the greatest is the
 * primary one. What only marks is a hit that weighs least.
 */
const WEIGHT = 10_000;
const SEVERITY = { mark: 1, suspect: 2, fraud: 3, filtered: 4 } as const;

const codeOf = (grade: PlannedCase, index: number): string =>
  String(SEVERITY[severityOf(grade)] * WEIGHT + WEIGHT - 1 - index);

/** The first case that holds decides; 0 is no hit. */
function hitOf(timed: TimedRule, index: number): Sql {
  const { kinds, cases } = timed.rule;
  const graded = cases.map(
    (each) => sql`${conditionSql(each.when, JUDGED_SQL_FIELDS)}, ${trusted(codeOf(each, index))}`,
  );
  const ownTime = atItsTime(timed);
  const time = ownTime ? [sql`NOT ${ownTime}, 0`] : [];
  return sql`multiIf(kind NOT IN ${typed('Array(String)', [...kinds])}, 0, ${joinSql([...time, ...graded, sql`0`], ', ')})`;
}

const weight = (times = 1): Sql => trusted(String(WEIGHT * times));
/** Place in the plan of a hit, from 1. */
const PLACE = sql`${weight()} - code % ${weight()}`;

const VERDICT_TYPE = typed('String', VERDICT_COLUMNS.verdict);

/** The hits of a row. Nearly always none, so all that follows works on lists of hardly anything. */
function foundIn({ plan, taken }: Asked): Sql {
  const looked = plan.flatMap((timed, index) => (taken.has(timed) ? [] : [hitOf(timed, index)]));
  const own = sql`CAST([${joinSql(looked, ', ')}], 'Array(UInt16)')`;
  if (taken.size === 0) return sql`arrayFilter(code -> code != 0, ${own})`;
  const codes = plan.flatMap((timed, index) => {
    const { rule } = timed;
    const [grade] = rule.cases;
    return taken.has(timed) && grade ? [{ id: rule.id, code: Number(codeOf(grade, index)) }] : [];
  });
  const ids = typed(
    'Array(String)',
    codes.map(({ id }) => id),
  );
  const numbers = trusted(`CAST([${codes.map(({ code }) => code)}], 'Array(UInt16)')`);
  const stored = sql`arrayMap(hit -> transform(toString(hit), ${ids}, ${numbers}, toUInt16(0)), hits)`;
  return sql`arraySort(code -> ${PLACE}, arrayFilter(code -> code != 0, arrayConcat(${own}, ${stored})))`;
}

/** Of a source that a person cleared, statistics about it only mark. The twin of `counting`. */
function countingIn(plan: readonly PlannedRule[], { sourceDecisions = [] }: Policy): Sql {
  if (!sourceDecisions.some(({ state }) => state === 'cleared') || !plan.some(isAboutSource)) return FOUND;
  const ofSource = trusted(`[${plan.map((rule) => (isAboutSource(rule) ? 1 : 0)).join(', ')}]`);
  return sql`if(judge_source = ${trusted(String(codeOfState('cleared')))},
    arrayMap(code -> if(${ofSource}[${PLACE}] = 1, toUInt16(${weight()} + code % ${weight()}), code), ${FOUND}), ${FOUND})`;
}

/** The hit that decides, as a number; under two weights when none does. The twin of `decide`. */
function primaryOf({ plan: timed }: Asked, policy: Policy): Sql {
  const plan = timed.map(({ rule }) => rule);
  if (plan.length === 0) return sql`0`;
  const found = countingIn(plan, policy);
  if (!plan.some(yields)) return gravestOf(plan, found);
  // What is blocked weighs least of its severity: the greater of both is what the rules prove, else that it is blocked.
  const blocked = trusted(`[${plan.map((rule) => (yields(rule) ? 1 : 0)).join(', ')}]`);
  const proven = gravestOf(plan, sql`arrayFilter(code -> ${blocked}[${PLACE}] = 0, ${found})`);
  return sql`greatest(${proven}, arrayMax(arrayConcat([toUInt16(0)], arrayFilter(code -> ${blocked}[${PLACE}] = 1, ${found}))))`;
}

/** The twin of `decideRest`. */
function gravestOf(plan: readonly PlannedRule[], found: Sql): Sql {
  const groups = groupNumbers(plan);
  const own = trusted(`[${plan.map(({ stage }) => (stage === 'arrival' ? 1 : 0)).join(', ')}]`);
  const counted = sql`arrayFilter(code -> code >= ${weight(2)} AND ${groups}[${PLACE}] != 0, ${found})`;
  const lending = trusted(`[${plan.map(({ lends }) => (lends ? 1 : 0)).join(', ')}]`);
  const lent = sql`arrayExists(code -> code >= ${weight(3)}, ${found}) AND notEmpty(${counted})
    AND NOT arrayExists(code -> code >= ${weight(3)} AND ${lending}[${PLACE}] = 0, ${found})`;
  const combined = sql`NOT arrayExists(code -> code >= ${weight(3)}, ${found})
    AND arrayExists(code -> ${own}[${PLACE}] = 1, ${counted})
    AND length(arrayDistinct(arrayMap(code -> ${groups}[${PLACE}], ${counted}))) > 1`;
  // Suspicion from two groups, one of them the event's own, is fraud, and so is what was lent fraud; what belongs to no
  // group then names no reason.
  return sql`if(length(${found}) = 0, 0, if(${plan.some(({ lends }) => lends) ? sql`(${lent}) OR (${combined})` : combined}, arrayMax(${counted}) + ${weight()}, arrayMax(${found})))`;
}

function columnsFrom({ plan }: Asked, policy: Policy): Sql {
  const { sourceDecisions = [], whiteList } = policy;
  const names = (values: string[]) => typed('Array(String)', values);
  const byRules = sql`['clean', 'clean', 'suspect', 'fraud', 'filtered'][intDiv(${PRIMARY}, ${weight()}) + 1]`;
  const confirmed = sourceDecisions.some(({ state }) => state === 'confirmed')
    ? sql`judge_source = ${trusted(String(codeOfState('confirmed')))} AND ${byRules} != 'filtered'`
    : undefined;
  const verdict = confirmed ? sql`if(${confirmed}, 'fraud', ${byRules})` : byRules;
  const byReason = sql`if(${PRIMARY} < ${weight(2)}, '', ${names(plan.map(({ rule }) => rule.reason))}[${weight()} - ${PRIMARY} % ${weight()}])`;
  const reason = confirmed ? sql`if(${confirmed}, 'human.source', ${byReason})` : byReason;
  const narrow = whiteList.filter(isNarrow);
  // An entry on some reasons counts where none on all does.
  const entry =
    narrow.length > 0 ? sql`if(judge_entry != 0, judge_entry, ${narrowEntrySql(narrow, reason)})` : sql`judge_entry`;
  const isFree = sql`decision = 'none' AND ${entry} = 0`;
  const hits = sql`CAST(arrayMap(code -> ${names(plan.map(({ rule }) => rule.id))}[${PLACE}], ${FOUND}), 'Array(LowCardinality(String))')`;
  const versions = versionsOf(policy).map(({ ruleSet, until }) => ({
    until,
    value: sql`toUInt32(${typed('UInt32', ruleSet.version)})`,
  }));
  return sql`
    CAST(multiIf(decision != 'none', toString(decision), ${entry} != 0, 'clean', ${verdict}), ${VERDICT_TYPE}) AS verdict,
    toLowCardinality(multiIf(decision = 'fraud', 'human.fraud', ${isFree}, ${reason}, '')) AS reason,
    ${hits} AS hits,
    ${atTheTime(versions)} AS rule_version,
    if(decision != 'none', toUInt32(0), ${entry}) AS whitelist_id`;
}

/** 0 for what belongs to no group: a matter of quality. */
function groupNumbers(plan: readonly PlannedRule[]): Sql {
  const groups = plan.map(signalGroup);
  const names = [...new Set(groups.filter((group) => group !== ''))];
  return trusted(`[${groups.map((group) => names.indexOf(group) + 1).join(', ')}]`);
}

/**
 * Columns of `traffic` that `withVerdicts` reads of the rows, told by the conditions: those of the rules it asks, of
 * the white list, and of the source where one is looked up.
 */
export function columnsRead(policy: Policy, hints: RowHints = {}): ReadonlySet<string> {
  const { source = unknownSource } = policy;
  const hasSources = source !== unknownSource && looksAtSources(policy, hints);
  const { plan, taken } = askedOf(policy, hasSources, hints);
  const asked = plan.filter((timed) => !taken.has(timed));
  const conditions = [
    ...asked.flatMap(({ rule }) => rule.cases.map(({ when }) => when)),
    ...policy.whiteList.map(({ condition }) => condition),
  ];
  const own = conditions.flatMap(fieldsOf).filter((name) => Object.hasOwn(TRAFFIC_SQL_FIELDS, name));
  return new Set([
    'kind',
    'ts',
    'decision',
    ...own,
    ...(taken.size > 0 ? ['hits'] : []),
    ...(hasSources ? SOURCE_INPUT : []),
    ...(policy.sourceDecisions?.length ? SOURCE_DECISION_INPUT : []),
  ]);
}

/**
 * Traffic-shaped rows with their verdict columns; extra columns pass through. Facts about their sources are looked up
 * as the policy says, for the length of the judging. The SQL twin of `compileJudge` over the same plan;
 * `judge-sql.test.ts` holds the two equal.
 */
export function withVerdicts(rows: Sql, policy: Policy, hints: RowHints = {}): Sql {
  const source = looksAtSources(policy, hints) ? (policy.source ?? unknownSource) : unknownSource;
  // Step by step with names, `facts` to `hit_rows` to `primary_rows`: the engine takes longer to read a long question
  // than to judge ten thousand rows.
  const asked = askedOf(policy, source !== unknownSource, hints);
  const whole = policy.whiteList.filter((entry) => !isNarrow(entry));
  return sql`
SELECT * EXCEPT (${FOUND}, ${PRIMARY}, judge_entry, judge_source, ${SOURCE_COLUMNS}) REPLACE (${columnsFrom(asked, policy)})
FROM (SELECT *, ${primaryOf(asked, policy)} AS ${PRIMARY} FROM (
  SELECT *, ${foundIn(asked)} AS ${FOUND}, ${whiteListSql(whole)} AS judge_entry, ${sourceDecisionSql(policy.sourceDecisions ?? [])} AS judge_source
  FROM (${source(rows)}) AS facts) AS hit_rows) AS primary_rows`;
}
