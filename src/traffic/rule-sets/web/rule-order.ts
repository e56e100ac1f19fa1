import type { RuleView } from '#traffic/rule-sets/contract/rule-endpoints.ts';

/** Columns the list can be ordered by, the most first. */
export const ORDERS = ['hits', 'unique', 'trusted', 'overturned'] as const;
export type RuleOrder = (typeof ORDERS)[number];

/** The most first; a share of too few events says nothing and comes last. Equals stay as they were. */
export function inOrder(rules: readonly RuleView[], order: RuleOrder): RuleView[] {
  const of = (rule: RuleView): number => {
    if (order === 'trusted') return rule.measured.trusted.rate?.share ?? -1;
    return order === 'overturned' ? (overturnedShare(rule) ?? -1) : rule.measured[order];
  };
  return [...rules].sort((a, b) => of(b) - of(a));
}

/** Of its calls that were objected to and decided, the share taken back; undefined where nothing was decided. */
export const overturnedShare = ({ disputed }: RuleView): number | undefined =>
  disputed && disputed.overturned / Math.max(1, disputed.overturned + disputed.upheld);
