import type { RuleView } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import type { RuleSetDraft } from '#traffic/rule-sets/contract/rule-set.ts';
import { settingIn } from './draft-edits.ts';

type Values = Readonly<Record<string, number>>;
type Ordered = Pick<RuleView, 'limits' | 'rising'>;

/** A limit that another one forbids: it is over one that must not be under it, or the other way round. */
export interface Contradiction {
  name: string;
  than: string;
  is: 'over' | 'under';
}

/**
 * Both sides of every pair that breaks the order in which limits
 * must grow: whichever was changed last, its field says so.
 */
export function contradictionsIn({ limits, rising }: Ordered, values: Values): Contradiction[] {
  const valueIn = (name: string): number => values[name] ?? limits.find((one) => one.name === name)?.default ?? 0;
  return rising.slice(1).flatMap((name, at) => {
    const before = rising[at];
    if (before === undefined || valueIn(name) >= valueIn(before)) return [];
    return [
      { name: before, than: name, is: 'over' as const },
      { name, than: before, is: 'under' as const },
    ];
  });
}

/** Rules whose limits contradict each other in the draft, for the package or for a publisher. */
export const contradictoryRules = (rules: readonly RuleView[], draft: RuleSetDraft): RuleView[] =>
  rules.filter((rule) => {
    const { limits, publishers = [] } = settingIn(draft, rule);
    return [{}, ...publishers].some(
      (own: { limits?: Values | undefined }) => contradictionsIn(rule, { ...limits, ...own.limits }).length > 0,
    );
  });
