import type { QueryOptions } from '#platform/server/clickhouse/clickhouse.ts';
import { conditionSql } from '#platform/server/clickhouse/condition-sql.ts';
import { joinSql, type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { namesSource } from '#traffic/event/contract/condition-fields.ts';
import { EVENT_KINDS, type EventKind } from '#traffic/event/contract/event.ts';
import { TRAFFIC_SQL_FIELDS } from '#traffic/event/server/field-sql.ts';
import type { Scratch } from '#traffic/event/server/scratch.ts';
import type { RuleSet } from '#traffic/rules/contract/rule.ts';
import { hasOneGrade, type PlannedRule } from '#traffic/rules/server/rule-plan.ts';
import type { SourceRange } from '../facts/source-facts-sql.ts';
import type { Policy } from '../load-policy.ts';
import type { RowHints } from '../verdicts/judge-sql.ts';
import { atTheTime } from '../verdicts/verdict-columns.ts';
import {
  type ChangedRule,
  changedRules,
  judgedBy,
  keptRules,
  type PastVersion,
  plannedRules,
  setsOf,
  withoutSources,
} from './kept-rules.ts';
import { asksOfEvent, isSettledBySource, type SourceHits, sourceHits, sourcePart } from './source-hits.ts';

export interface Touching {
  package: string;
  /** The events asked about, a condition over `traffic`. */
  within: Sql;
  /** Event times they lie in. */
  range: SourceRange;
  policy: Policy;
  /** True where facts about sources were made anew since the events were judged. */
  newSources?: boolean;
  /** By which versions they were judged, where the caller has asked already. */
  versions?: readonly number[] | undefined;
}

/** Rows that a policy can judge otherwise than they are judged, as a condition over `traffic`. */
export interface TouchedRows {
  where: Sql;
  /** Of all such rows. */
  hints: RowHints & { kinds: ReadonlySet<EventKind> };
}

/**
 * The rows that a rule which differs has hit and would not, or would hit and has not; undefined when nothing that
 * judges them differs. What only unchanged rules look at keeps its hits, and so its verdict; most drafts touch one rule
 * in seventy, and most new facts about sources cross no limit. The condition holds while `scratch` lasts.
 */
export async function touchedRows(
  scratch: Scratch,
  database: Database,
  { package: packageName, within, range, policy, newSources = false, versions: named }: Touching,
  options: QueryOptions,
): Promise<TouchedRows | undefined> {
  const versions = await judgedBy(
    scratch.clickhouse,
    database,
    { package: packageName, within, versions: named },
    options,
  );
  const sets = setsOf(policy);
  const sameOf = sharedRules();
  const comparisons = versions.flatMap(({ before }) =>
    before ? sets.map((set) => ({ before, set, rules: comparedRules(before, set, newSources).map(sameOf) })) : [],
  );
  const kept = keptRules(versions, policy);
  const compared = comparisons.flatMap(({ rules }) => rules);
  if (kept && compared.length === 0) return undefined;
  const kinds = kept
    ? new Set(compared.flatMap(({ old, fresh }) => [...(old?.kinds ?? []), ...(fresh?.kinds ?? [])]))
    : new Set(EVENT_KINDS);
  const asked = [...new Set(compared.flatMap(({ fresh }) => fresh ?? []))];
  const settled = asked.filter(isSettledBySource);
  const parts = new Map<PlannedRule, PlannedRule>();
  for (const rule of asked) {
    const part = settled.includes(rule) ? undefined : sourcePart(rule);
    if (part) parts.set(rule, part);
  }
  const rules = [...settled, ...parts.values()];
  const sources = await sourceHits(scratch, { package: packageName, range, rules });
  const touchedIn = (before: RuleSet, set: RuleSet): Sql => {
    const rules = comparisons.find((one) => one.before === before && one.set === set)?.rules ?? [];
    return touchedBy(rules, { sources, settled, parts });
  };
  const touched =
    versions.length * sets.length <= MOST_CELLS
      ? versions.map(
          ({ version, before }) =>
            sql`rule_version = ${typed('UInt32', version)} AND ${before ? inTime(policy, (set) => touchedIn(before, set)) : sql`true`}`,
        )
      : [
          inTime(policy, (set) => judgedByOther(set, versions)),
          touchedBy(
            unionOf(
              comparisons.filter(({ before, set }) => before.version === set.version).flatMap((one) => one.rules),
            ),
            { sources, settled, parts },
          ),
        ];
  // By themselves, so that the engine finds the events of these kinds by the order they are stored in.
  const ofKinds = kinds.size < EVENT_KINDS.length ? sql`${kindsIn([...kinds])} AND ` : sql``;
  return {
    where: sql`${ofKinds}(${joinSql(touched, ' OR ')})`,
    hints: { kinds, ...(kept ? { kept: newSources ? withoutSources(kept, policy) : kept } : {}) },
  };
}

/** A condition for each pair of a version and a set; more of them take more memory than a question may. */
const MOST_CELLS = 8;

/** The few events of the time of a set that another version has judged, which came when that one was the newest. */
const judgedByOther = (set: RuleSet, versions: readonly PastVersion[]): Sql =>
  versions.some(({ version, before }) => version === set.version && before)
    ? sql`rule_version != ${typed('UInt32', set.version)}`
    : sql`true`;

/**
 * What any of these touches, at whatever time: more events than each at its own, and a question no longer than the rules
 * there are. Of a rule that stands there twice nobody can say by its stored hits which of the two it was.
 */
function unionOf(rules: readonly ChangedRule[]): Compared[] {
  const distinct = new Map<string, Compared>();
  for (const rule of rules) distinct.set(JSON.stringify([rule.id, rule.old?.kinds, rule.fresh]), rule);
  const times = new Map<string, number>();
  for (const { id } of distinct.values()) times.set(id, (times.get(id) ?? 0) + 1);
  return [...distinct.values()].map((rule) => ({ ...rule, isOneOfSeveral: (times.get(rule.id) ?? 0) > 1 }));
}

interface Compared extends ChangedRule {
  isOneOfSeveral?: boolean;
}

const inTime = ({ ruleSet, earlier = [] }: Policy, valueFor: (set: RuleSet) => Sql): Sql =>
  atTheTime(
    [...earlier.toReversed(), { ruleSet, until: null }].map((each) => ({
      until: each.until,
      value: valueFor(each.ruleSet),
    })),
  );

/** Rules that may find something else under `now`: those that differ, and those whose facts are new. */
function comparedRules(before: RuleSet, now: RuleSet, newSources: boolean): ChangedRule[] {
  const changed = changedRules(before, now);
  if (!newSources) return changed;
  const others = plannedRules(now).filter(
    ({ id, cases }) => cases.some(({ when }) => namesSource(when)) && !changed.some((rule) => rule.id === id),
  );
  return [...changed, ...others.map((rule) => ({ id: rule.id, old: rule, fresh: rule }))];
}

/**
 * What versions have alike stands once: sources are asked about each rule by itself, and of 25 versions nearly all rules
 * are the same, but were thousands.
 */
function sharedRules(): (changed: ChangedRule) => ChangedRule {
  const byText = new Map<string, PlannedRule>();
  const known = new Map<PlannedRule, PlannedRule>();
  const same = (rule: PlannedRule): PlannedRule => {
    const text = JSON.stringify(rule);
    const first = byText.get(text) ?? rule;
    byText.set(text, first);
    known.set(rule, first);
    return first;
  };
  return (changed) => ({ ...changed, fresh: changed.fresh && (known.get(changed.fresh) ?? same(changed.fresh)) });
}

interface BySource {
  sources: SourceHits;
  /** The rules they speak of. */
  settled: readonly PlannedRule[];
  /** What others of them ask of the source, by rule. */
  parts: ReadonlyMap<PlannedRule, PlannedRule>;
}

function touchedBy(compared: readonly Compared[], { sources, settled, parts: ofSource }: BySource): Sql {
  // Each of thirty rules by itself would name the lookup thirty times; the engine refuses to read that.
  const bySource = compared.flatMap((rule) =>
    rule.fresh && settled.includes(rule.fresh) ? [{ rule, fresh: rule.fresh }] : [],
  );
  const exact = bySource.filter(({ rule }) => differsOnlyInLimits(rule)).map(({ fresh }) => fresh);
  const others = bySource.map(({ fresh }) => fresh).filter((fresh) => !exact.includes(fresh));
  const byBoth = compared.flatMap(({ id, fresh }) => {
    const part = fresh && ofSource.get(fresh);
    return fresh && part ? [{ id, fresh, part }] : [];
  });
  const parts = compared
    .filter(({ fresh }) => !fresh || !(settled.includes(fresh) || ofSource.has(fresh)))
    .map(touchedByEvent);
  if (byBoth.length > 0) parts.push(touchedByBoth(byBoth, sources));
  if (exact.length > 0) parts.push(sources.differ(exact));
  if (others.length > 0) {
    const ids = others.map(({ id }) => id);
    parts.push(sql`hasAny(hits, ${typed('Array(String)', ids)}) OR ${sources.hitsAny(others)}`);
  }
  return parts.length > 0 ? sql`(${joinSql(parts, ' OR ')})` : sql`false`;
}

/** Of sources that answer to any of these rules, the events that one of them may hit. */
function touchedByBoth(
  rules: readonly { id: string; fresh: PlannedRule; part: PlannedRule }[],
  sources: SourceHits,
): Sql {
  const ids = rules.map(({ id }) => id);
  const mayBeHit = rules.map(({ fresh }) => mayHit(fresh));
  return sql`hasAny(hits, ${typed('Array(String)', ids)})
    OR (${sources.hitsAny(rules.map(({ part }) => part))} AND (${joinSql(mayBeHit, ' OR ')}))`;
}

function touchedByEvent(rule: Compared): Sql {
  const { id, old, fresh } = rule;
  const has = sql`has(hits, ${typed('String', id)})`;
  const ofKind = kindsIn([...(old?.kinds ?? []), ...(fresh?.kinds ?? [])]);
  if (!fresh) return sql`(${ofKind} AND ${has})`;
  return !fresh.cases.some(({ when }) => namesSource(when)) && differsOnlyInLimits(rule)
    ? sql`(${ofKind} AND ${has} != ${mayHit(fresh)})`
    : sql`(${ofKind} AND (${has} OR ${mayHit(fresh)}))`;
}

/** One grade before and after, on the same kinds: an event both hit, or both pass over, is judged the same. */
function differsOnlyInLimits({ old, fresh, isOneOfSeveral }: Compared): boolean {
  if (!old || !fresh || isOneOfSeveral) return false;
  const gradeOf = ({ reason, stage, kinds, cases }: PlannedRule): string =>
    JSON.stringify([reason, kinds, stage, [...new Set(cases.map(({ verdict, decides }) => `${verdict} ${decides}`))]]);
  return hasOneGrade(old) && gradeOf(old) === gradeOf(fresh);
}

const kindsIn = (kinds: readonly EventKind[]): Sql => sql`kind IN ${typed('Array(String)', [...new Set(kinds)])}`;

/** No other event is hit. Where it looks at event and source together, what it asks of the event alone. */
function mayHit({ kinds, cases }: PlannedRule): Sql {
  const holds = cases.map(({ when }) => conditionSql(asksOfEvent(when), TRAFFIC_SQL_FIELDS));
  return sql`(${kindsIn(kinds)} AND (${joinSql(holds, ' OR ')}))`;
}
