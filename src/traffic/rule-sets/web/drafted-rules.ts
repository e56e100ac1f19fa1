import { namesSource } from '#traffic/event/contract/condition-fields.ts';
import { groupOf, REASONS } from '#traffic/event/contract/reasons.ts';
import type { RuleView } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import type { CustomRuleDraft } from './draft-edits.ts';

const UNMEASURED: RuleView['measured'] = {
  events: 0,
  hits: 0,
  decided: 0,
  unique: 0,
  blind: [],
  trusted: { hits: 0, events: 0, rate: null },
};

/** Rules of one's own stand among the others as the draft has them; what exists in the draft only has no measures. */
export function withDrafted(rules: readonly RuleView[], drafted: readonly CustomRuleDraft[]): RuleView[] {
  const kept = rules.flatMap((rule) => {
    if (!rule.custom) return [rule];
    const own = drafted.find(({ id }) => id === rule.id);
    return own ? [{ ...rule, ...described(own) }] : [];
  });
  const fresh = drafted.filter(({ id }) => !rules.some((rule) => rule.id === id));
  return [
    ...kept,
    ...fresh.map(
      (own): RuleView => ({
        ...described(own),
        needs: [],
        looks_at: '',
        false_positives: '',
        source: '',
        limits: [],
        rising: [],
        custom: true,
        is_new: true,
        measured: UNMEASURED,
      }),
    ),
  ];
}

function described({ id, title, reason, kinds, when, mode }: CustomRuleDraft) {
  return {
    id,
    title,
    reason,
    kinds,
    group: groupOf(reason),
    tier: REASONS[reason].tier,
    stage: namesSource(when) ? ('sweep' as const) : ('arrival' as const),
    starts_as: mode,
    cases: [{ verdict: mode === 'fraud' ? ('fraud' as const) : ('suspect' as const), when }],
    setting: { mode, limits: {} },
  };
}
