import { any, type Condition } from '#platform/contract/condition.ts';
import { compilePredicate, fieldReader, type Leaf, type Row } from '#platform/contract/condition-predicate.ts';
import type { Decision } from '#traffic/event/contract/event.ts';
import { LIST_FACTS, TRAFFIC_FIELDS } from '#traffic/event/contract/fields.ts';
import { REASONS } from '#traffic/event/contract/reasons.ts';
import type { Change, Explanation, RuleExplanation, Signal } from '#traffic/rules/contract/explanation.ts';
import type { RuleSet, SourceDecision, WhiteListEntry } from '#traffic/rules/contract/rule.ts';
import { blindOn } from './blindness.ts';
import { RULES } from './registry.ts';
import { falsify } from './remedy.ts';
import { type PlannedRule, planRules } from './rule-plan.ts';
import { strengthIn } from './strength.ts';
import { compileHits, compileSourceDecisions, counting, decide, type Hit, type Judgement, judge } from './verdict.ts';

/** Longer lists of a comparison are cut; the card says how many more there are. */
const SHOWN_VALUES = 20;

export interface ExplainOptions {
  decision?: Decision;
  /** Date of the list an entry of `ip_list` or `ua_bot_match` names, when known. */
  listDate?: (entry: string) => string | null;
  /** What people said of sources. */
  sourceDecisions?: readonly SourceDecision[];
  /** Baseline and sample of facts about the source, by name. */
  sources?: Readonly<Record<string, { base: number | null; sample: number }>>;
}

/**
 * Why an event has its verdict under this rule set: every rule that applies to its kind with each comparison, what it
 * was blind for, and what would have kept it from hitting. `facts` is the stored row, reported columns included.
 */
export function explain(
  ruleSet: RuleSet,
  whiteList: readonly WhiteListEntry[],
  facts: Row,
  options: ExplainOptions = {},
): Explanation {
  const decision = options.decision ?? 'none';
  const { sourceDecisions = [] } = options;
  const judgement = judge(ruleSet, whiteList, facts, decision, sourceDecisions);
  // As the rules are for this publisher: its own modes and limits, without the guards that single it out.
  const plan = planRules(ruleSet, RULES, String(facts.publisher ?? '')).filter((rule) =>
    rule.kinds.some((kind) => kind === facts.kind),
  );
  const ofSource = compileSourceDecisions(sourceDecisions)(facts);
  const hits = counting(compileHits(plan)(facts), ofSource?.state);
  const rules = plan.map((rule) => explainRule(rule, facts, hits, options));
  const entry = whiteList.find(({ id }) => id === judgement.whitelist_id);
  const by = decidedBy(decision, entry, judgement);
  return {
    verdict: judgement.verdict,
    reason: judgement.reason,
    decidedBy: by,
    chosenBy: by === 'rules' ? (decide(hits)?.chosenBy ?? null) : null,
    decision,
    whiteList: entry ? { id: entry.id, reason: entry.reason } : null,
    source: ofSource ? { id: ofSource.id, state: ofSource.state, reason: ofSource.reason, from: ofSource.from } : null,
    ruleVersion: judgement.rule_version,
    rules: [...rules.filter(({ outcome }) => outcome === 'hit'), ...rules.filter(({ outcome }) => outcome !== 'hit')],
  };
}

/** Who comes first decides: a person, then the white list, then who confirmed the source, then the rules. */
function decidedBy(
  decision: Decision,
  entry: WhiteListEntry | undefined,
  { verdict, reason }: Judgement,
): Explanation['decidedBy'] {
  if (decision !== 'none') return 'human';
  if (entry) return 'white_list';
  if (reason === 'human.source') return 'source';
  return verdict === 'clean' ? 'nothing' : 'rules';
}

function explainRule(
  rule: PlannedRule,
  facts: Row,
  hits: readonly Hit[],
  { listDate = () => null, sources = {} }: ExplainOptions,
): RuleExplanation {
  const hit = hits.find((one) => one.rule === rule);
  const missing =
    hit || rule.lends
      ? []
      : blindOn(
          rule.cases.map(({ when }) => when),
          facts,
        );
  const cases = rule.cases.map(({ verdict, when }) => ({
    verdict,
    holds: compilePredicate(when, TRAFFIC_FIELDS)(facts),
    signals: signalsOf(when, facts, false).map((signal) => ({
      ...signal,
      baseline: sources[signal.field]?.base ?? null,
      sample: sources[signal.field]?.sample ?? null,
    })),
  }));
  const deciding = hit ? any(...rule.cases.map(({ when }) => when)) : null;
  return {
    rule: rule.id,
    title: rule.title,
    reason: rule.reason,
    tier: REASONS[rule.reason].tier,
    mode: rule.mode,
    outcome: hit ? 'hit' : missing.length > 0 ? 'blind' : 'miss',
    verdict: hit?.verdict ?? null,
    missing,
    limits: { ...rule.limits },
    cases,
    aspect: hit ? aspectOf(rule, facts) : null,
    strength: hit ? strengthIn(rule, hit.verdict, facts) : null,
    listed: hit
      ? listedEntries(
          cases.flatMap(({ signals }) => signals),
          facts,
          listDate,
        )
      : [],
    whatWouldBeClean:
      (deciding && falsify(deciding, facts))?.map(({ leaf, negated }) => compare(leaf, facts, negated)) ?? [],
  };
}

function aspectOf(rule: PlannedRule, facts: Row): RuleExplanation['aspect'] {
  const aspects = RULES.find(({ id }) => id === rule.id)?.aspects?.(rule.limits) ?? [];
  const held = aspects.find(({ when }) => compilePredicate(when, TRAFFIC_FIELDS)(facts));
  return held ? { id: held.id, title: held.title } : null;
}

function signalsOf(condition: Condition, facts: Row, negated: boolean): Omit<Signal, 'baseline' | 'sample'>[] {
  if ('all' in condition) return condition.all.flatMap((part) => signalsOf(part, facts, negated));
  if ('any' in condition) return condition.any.flatMap((part) => signalsOf(part, facts, negated));
  if ('not' in condition) return signalsOf(condition.not, facts, !negated);
  const holds = compilePredicate(condition, TRAFFIC_FIELDS)(facts) !== negated;
  return [{ ...compare(condition, facts, negated), holds }];
}

function compare(leaf: Leaf, facts: Row, negated: boolean): Change {
  const values = 'values' in leaf ? leaf.values : [];
  return {
    field: leaf.field,
    op: leaf.op,
    negated,
    limit: 'value' in leaf ? leaf.value : 'values' in leaf ? values.slice(0, SHOWN_VALUES) : null,
    more: Math.max(0, values.length - SHOWN_VALUES),
    observed: observe(leaf.field, facts),
    unit: TRAFFIC_FIELDS[leaf.field]?.unit ?? null,
  };
}

/** As stored, not as compared: an address stays readable. */
function observe(field: string, facts: Row): string | number | boolean | null {
  const value = fieldReader(field, TRAFFIC_FIELDS)(facts);
  return value !== null && TRAFFIC_FIELDS[field]?.valueType === 'ip' ? String(facts[field]) : value;
}

/** A class such as "datacenter" stands on an entry of a list; the fact beside it names the entry. */
const PROOF: Readonly<Record<string, string>> = {
  ip_class: 'ip_list',
  crawler_check: 'ip_list',
  ua_class: 'ua_bot_match',
  ua_bot: 'ua_bot_match',
};

function listedEntries(signals: readonly Signal[], facts: Row, listDate: (entry: string) => string | null) {
  const proofs = new Set(signals.map(({ field }) => (LIST_FACTS.has(field) ? field : PROOF[field])));
  return [...proofs].flatMap((field) => {
    const entry = field === undefined ? null : observe(field, facts);
    return field === undefined || entry === null
      ? []
      : [{ field, entry: String(entry), date: listDate(String(entry)) }];
  });
}
