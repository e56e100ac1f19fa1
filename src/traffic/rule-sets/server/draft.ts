import type { PublisherDraft, RuleSetDraft } from '#traffic/rule-sets/contract/rule-set.ts';
import type { CustomRule, RuleSet, RuleSetting } from '#traffic/rules/contract/rule.ts';
import {
  COMPARISON_POINTS,
  dearestFirst,
  EXPRESSION_POINTS,
  MAX_RULE_POINTS,
  pointsOfRules,
} from '#traffic/rules/contract/rule-cost.ts';
import { checkRuleSet } from '#traffic/rules/server/check-rule-set.ts';
import { refuse as refuseRules } from '#traffic/rules/server/refuse.ts';
import { refuse } from './refuse.ts';

/** What a version holds. */
export interface Rules {
  rules: RuleSet['rules'];
  custom: readonly CustomRule[];
}

/** A draft as a rule set; 422 with the first thing that is wrong with it. `stored` is what it was made from. */
export function checkedDraft(draft: RuleSetDraft, stored: Pick<RuleSet, 'custom'> = {}): Rules {
  const rules: Rules = {
    rules: Object.fromEntries(Object.entries(draft.rules).map(([id, setting]) => [id, tidy(setting)])),
    custom: draft.custom,
  };
  const [problem] = checkRuleSet(rules);
  if (problem) throw refuseRules(problem.code, problem.values, { field: problem.path });
  refuseTooDear(rules.custom, stored);
  return rules;
}

/**
 * What is stored was within the bounds of its day: beyond them it may be changed as long as it does not become dearer.
 */
function refuseTooDear(custom: Rules['custom'], stored: Pick<RuleSet, 'custom'>): void {
  const [dearest] = dearestFirst(custom);
  const points = pointsOfRules(custom);
  if (!dearest || points <= MAX_RULE_POINTS || points <= pointsOfRules(stored.custom ?? [])) return;
  const { id, title } = dearest.rule;
  const kinds = { comparison: COMPARISON_POINTS, expression: EXPRESSION_POINTS };
  throw refuse(
    'rules_too_dear',
    { points, most: MAX_RULE_POINTS, ...kinds, rule: title, own: dearest.points },
    { field: `custom.${id}` },
  );
}

/** Publishers without a setting of their own are left out: a version names only what differs. */
function tidy({ mode, limits, publishers = [] }: RuleSetDraft['rules'][string]): RuleSetting {
  const special = publishers.flatMap((one) => {
    const own = one.limits && Object.keys(one.limits).length > 0 ? { limits: one.limits } : {};
    const kept = { ...(one.mode === undefined ? {} : { mode: one.mode }), ...own };
    return Object.keys(kept).length > 0 ? [[one.publisher, kept] as const] : [];
  });
  return { mode, limits, ...(special.length > 0 ? { publishers: Object.fromEntries(special) } : {}) };
}

/** A version as a draft to go on from. */
export function draftOf({ rules, custom = [] }: Pick<RuleSet, 'rules' | 'custom'>): RuleSetDraft {
  return {
    rules: Object.fromEntries(
      Object.entries(rules).map(([id, { mode, limits, publishers }]) => [
        id,
        { mode, limits: { ...limits }, ...(publishers ? { publishers: publisherDrafts(publishers) } : {}) },
      ]),
    ),
    custom: custom.map((rule) => ({ ...rule, kinds: [...rule.kinds] })),
  };
}

const publisherDrafts = (publishers: NonNullable<RuleSetting['publishers']>): PublisherDraft[] =>
  Object.entries(publishers)
    .map(([publisher, { mode, limits }]) => ({
      publisher,
      ...(mode === undefined ? {} : { mode }),
      ...(limits === undefined ? {} : { limits: { ...limits } }),
    }))
    .sort((a, b) => (a.publisher < b.publisher ? -1 : 1));

/** Whether two versions judge by the same words; the order of keys means nothing. */
export const sameRules = (a: Rules, b: Rules): boolean =>
  canonical({ rules: a.rules, custom: a.custom }) === canonical({ rules: b.rules, custom: b.custom });

/** JSON with sorted keys: Postgres does not keep their order. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
