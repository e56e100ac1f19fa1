import { compilePredicate, type Row } from '#platform/contract/condition-predicate.ts';
import { type Decision, EVENT_KINDS, type Verdict } from '#traffic/event/contract/event.ts';
import { TRAFFIC_FIELDS } from '#traffic/event/contract/fields.ts';
import { groupOf, type ReasonCode } from '#traffic/event/contract/reasons.ts';
import type { RuleCase, RuleSet, SourceDecision, SourceState, WhiteListEntry } from '#traffic/rules/contract/rule.ts';
import type { Assume } from './known-part.ts';
import {
  bySourceThenNewest,
  isAboutSource,
  isNarrow,
  type PlannedRule,
  planRules,
  planSourceDecision,
  planWhiteList,
  signalGroup,
  yields,
} from './rule-plan.ts';

/** The verdict columns of one event. */
export interface Judgement {
  verdict: Verdict;
  /** Empty for clean events. */
  reason: ReasonCode | '';
  /** Ids of every rule that hit, the strongest reason first, whatever then decided. */
  hits: readonly string[];
  /** The white-list entry that decided, else 0. */
  whitelist_id: number;
  rule_version: number;
}

/** One rule that hit. One on mark only is recorded and decides nothing. */
export interface Hit {
  rule: PlannedRule;
  verdict: RuleCase['verdict'];
  decides: boolean;
}

/** What the hits amount to, and why this one names the reason. */
export interface Outcome {
  verdict: RuleCase['verdict'];
  primary: Hit;
  chosenBy: 'only' | 'severity' | 'order' | 'combined' | 'evidence';
}

/** A rule set made ready: compile once, judge every event. */
export type Judge = (facts: Row, decision: Decision) => Judgement;

/**
 * A person's decision about the event, else the white list, else what a person said of its source, else the rules; the
 * machine never overturns a person. Known bots of a confirmed source stay known bots. Pure: the same facts
 * under the same rule set always give the same verdict. `judge-sql.ts` is the twin in SQL over the same plan. `assume`
 * says what becomes of conditions about facts that nobody knows yet.
 */
export function compileJudge(
  ruleSet: RuleSet,
  whiteList: readonly WhiteListEntry[],
  sourceDecisions: readonly SourceDecision[] = [],
  assume: Assume = (when) => when,
): Judge {
  const findHits = compileHits(planAssuming(ruleSet, assume));
  const entries = whiteList.map((entry) => ({ ...entry, condition: assume(entry.condition) }));
  const findEntry = compileWhiteList(entries.filter((entry) => !isNarrow(entry)));
  const findNarrow = compileNarrow(entries.filter(isNarrow));
  const findDecision = compileSourceDecisions(sourceDecisions);
  return (facts, decision) => {
    const found = findHits(facts);
    const hits = found.map((hit) => hit.rule.id);
    const answer = (verdict: Verdict, reason: ReasonCode | '', whitelist_id = 0): Judgement => ({
      verdict,
      reason,
      hits,
      whitelist_id,
      rule_version: ruleSet.version,
    });
    if (decision === 'fraud') return answer('fraud', 'human.fraud');
    if (decision === 'clean') return answer('clean', '');
    const entry = findEntry(facts);
    if (entry !== 0) return answer('clean', '', entry);
    const ofSource = findDecision(facts)?.state;
    const outcome = decide(counting(found, ofSource));
    if (ofSource === 'confirmed' && outcome?.verdict !== 'filtered') return answer('fraud', 'human.source');
    if (!outcome) return answer('clean', '');
    const narrow = findNarrow(facts, outcome.primary.rule.reason);
    return narrow === 0 ? answer(outcome.verdict, outcome.primary.rule.reason) : answer('clean', '', narrow);
  };
}

/** The plan of a rule set with what is assumed of its conditions. */
export const planAssuming = (ruleSet: RuleSet, assume: Assume): PlannedRule[] =>
  planRules(ruleSet).map((rule) => ({
    ...rule,
    cases: rule.cases.map((each) => ({ ...each, when: assume(each.when) })),
  }));

/** `compileJudge` for a single event. */
export const judge = (
  ruleSet: RuleSet,
  whiteList: readonly WhiteListEntry[],
  facts: Row,
  decision: Decision,
  sourceDecisions: readonly SourceDecision[] = [],
): Judgement => compileJudge(ruleSet, whiteList, sourceDecisions)(facts, decision);

/** Of a source that a person cleared, statistics about it are still recorded, and decide nothing. */
export const counting = (hits: readonly Hit[], ofSource: SourceState | undefined): readonly Hit[] =>
  ofSource === 'cleared' ? hits.map((hit) => (isAboutSource(hit.rule) ? { ...hit, decides: false } : hit)) : hits;

/**
 * What is filtered lies outside of clean and fraud, whatever else hit: a crawler sits in a data centre and clicks often.
 * Fraud beats suspect whatever the reasons; within a severity the order of the plan decides. Suspicion from two groups
 * of reasons is fraud: two independent signals. Matters of quality corroborate nothing, and statistics about one source
 * over the same days share their causes, so at least one signal is the event's own. Fraud that was lent names the
 * strongest of the suspicions it was lent to. What is blocked is looked at last: it keeps the proof the rules have.
 * Undefined when nothing decides.
 */
export function decide(hits: readonly Hit[]): Outcome | undefined {
  const deciding = hits.filter(({ decides }) => decides);
  const proven = decideRest(deciding.filter(({ rule }) => !yields(rule)));
  const blocked = deciding.filter(({ rule }) => yields(rule));
  const [first] = [...blocked.filter(({ verdict }) => verdict === 'fraud'), ...blocked];
  if (!first || (proven && (proven.verdict !== 'suspect' || first.verdict !== 'fraud'))) return proven;
  return { verdict: first.verdict, primary: first, chosenBy: deciding.length < 2 ? 'only' : 'severity' };
}

function decideRest(deciding: readonly Hit[]): Outcome | undefined {
  const filtered = deciding.filter(({ verdict }) => verdict === 'filtered');
  const fraud = deciding.filter(({ verdict }) => verdict === 'fraud');
  const gravest = filtered.length > 0 ? filtered : fraud;
  const counted = deciding.filter(({ rule }) => signalGroup(rule) !== '');
  const lent = gravest.length > 0 && gravest.every(({ rule }) => rule.lends) && counted.length > 0;
  const combined =
    lent ||
    (gravest.length === 0 &&
      counted.some(({ rule }) => rule.stage === 'arrival') &&
      new Set(counted.map(({ rule }) => signalGroup(rule))).size > 1);
  const strongest = combined ? counted : gravest.length > 0 ? gravest : deciding;
  const [primary] = strongest;
  if (!primary) return undefined;
  if (combined) return { verdict: 'fraud', primary, chosenBy: lent ? 'evidence' : 'combined' };
  const chosenBy = deciding.length < 2 ? 'only' : strongest.length < 2 ? 'severity' : 'order';
  return { verdict: primary.verdict, primary, chosenBy };
}

/** The rules that hit, in the order of the plan. */
export function compileHits(plan: readonly PlannedRule[]): (facts: Row) => Hit[] {
  const tests = plan.map((rule) => ({
    rule,
    cases: rule.cases.map(({ when, ...grade }) => ({ ...grade, holds: compilePredicate(when, TRAFFIC_FIELDS) })),
  }));
  const ofKind = new Map<unknown, typeof tests>(
    EVENT_KINDS.map((kind) => [kind, tests.filter(({ rule }) => rule.kinds.includes(kind))]),
  );
  return (facts) => {
    const hits: Hit[] = [];
    for (const { rule, cases } of ofKind.get(facts.kind) ?? []) {
      const held = cases.find(({ holds }) => holds(facts));
      if (held) hits.push({ rule, verdict: held.verdict, decides: held.decides });
    }
    return hits;
  };
}

/** Id of the first entry that covers the event, 0 when none does. */
export function compileWhiteList(whiteList: readonly WhiteListEntry[]): (facts: Row) => number {
  const entries = planWhiteList(whiteList).map(({ id, when }) => ({
    id,
    holds: compilePredicate(when, TRAFFIC_FIELDS),
  }));
  return (facts) => entries.find(({ holds }) => holds(facts))?.id ?? 0;
}

/** The first entry that covers an event and clears events of that reason; 0 without one. */
function compileNarrow(entries: readonly WhiteListEntry[]): (facts: Row, reason: ReasonCode) => number {
  const groups = new Map(entries.map(({ id, categories = [] }): [number, readonly string[]] => [id, categories]));
  const covering = planWhiteList(entries).map(({ id, when }) => ({
    id,
    holds: compilePredicate(when, TRAFFIC_FIELDS),
  }));
  return (facts, reason) =>
    covering.find(({ id, holds }) => groups.get(id)?.includes(groupOf(reason)) && holds(facts))?.id ?? 0;
}

/** The decision about the source of the event that counts, where there is one. */
export function compileSourceDecisions(
  decisions: readonly SourceDecision[],
): (facts: Row) => SourceDecision | undefined {
  const entries = bySourceThenNewest(decisions).map((decision) => ({
    decision,
    holds: compilePredicate(planSourceDecision(decision), TRAFFIC_FIELDS),
  }));
  return (facts) => entries.find(({ holds }) => holds(facts))?.decision;
}
