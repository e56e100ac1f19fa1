import type { Row } from '#platform/contract/condition-predicate.ts';
import type { RuleExplanation } from '#traffic/rules/contract/explanation.ts';
import { surestEvidence } from './evidence.ts';
import { RULES } from './registry.ts';
import type { PlannedRule } from './rule-plan.ts';
import { type Call, WRONG_CALLS } from './wrong-calls.ts';

const IDS: ReadonlySet<string> = new Set(RULES.map(({ id }) => id));

/**
 * How strong what a statistic says is: of a hundred events it calls so, how many are expected to be genuine. Null where
 * that was not measured: of rules on single events, of rules of people's own, and where a person says what a hit means.
 */
export function strengthIn(rule: PlannedRule, verdict: Call | 'filtered', facts: Row): RuleExplanation['strength'] {
  if (rule.stage !== 'sweep' || rule.mode !== 'on' || !IDS.has(rule.id) || verdict === 'filtered') return null;
  if (rule.lends) {
    const wrong = surestEvidence(facts)?.wrong;
    return wrong === undefined ? null : { wrong, of: 'evidence' };
  }
  const wrong = WRONG_CALLS[verdict][rule.reason];
  return wrong === undefined ? null : { wrong, of: verdict };
}
