import type { RuleView } from '#traffic/rule-sets/contract/rule-endpoints.ts';

/** Columns the list can be ordered by, the most first. */
export const ORDERS = ['hits', 'unique', 'trusted'] as const;
export type RuleOrder = (typeof ORDERS)[number];

/** The most first; a share of too few events says nothing and comes last. Equals stay as they were. */
export function inOrder(rules: readonly RuleView[], order: RuleOrder): RuleView[] {
  const of = ({ measured }: RuleView): number =>
    order === 'trusted' ? (measured.trusted.rate?.share ?? -1) : measured[order];
  return [...rules].sort((a, b) => of(b) - of(a));
}
