import type { Rule, RuleMode, RuleSet } from '#traffic/rules/contract/rule.ts';
import { DECLARED } from './declared.ts';
import { defaultLimits } from './default-limits.ts';

/** Rules on what a source did. Statistics: each says suspect and no more, unless a person sets it to fraud; see `decide`. */
export const SOURCE_RULES: readonly Rule[] = DECLARED.filter(({ stage }) => stage === 'sweep');

/** Every rule of the product. Order means nothing here; `REASON_ORDER` ranks the hits. */
export const RULES: readonly Rule[] = [...SOURCE_RULES, ...DECLARED.filter(({ stage }) => stage === 'arrival')];

/** The mode a package begins with. */
export const startsAs = ({ startsAs: mode }: Rule): RuleMode => mode ?? 'on';

/** What a new package begins with: every rule on, at its default limits. */
export const defaultRuleSet = (version = 1): RuleSet => ({
  version,
  rules: Object.fromEntries(RULES.map((rule) => [rule.id, { mode: startsAs(rule), limits: defaultLimits(rule) }])),
});
