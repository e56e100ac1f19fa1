import { useEffect, useState } from 'react';
import { isTooShort } from '#platform/web/form/text-limits.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { customRule } from '#traffic/rule-sets/contract/rule-set.ts';
import { faultsOf } from '#traffic/rules/web/condition-builder/condition-builder.tsx';
import { emptyLeaf } from '#traffic/rules/web/condition-builder/condition-tree.ts';
import { type CustomRuleDraft, newCustomId, sorted } from './draft-edits.ts';

const fresh = (platform: 'web' | 'app'): CustomRuleDraft => ({
  id: newCustomId(),
  title: '',
  reason: platform === 'app' ? 'clk.flooding' : 'clk.frequency',
  kinds: [platform === 'app' ? 'install' : 'click'],
  when: { all: [emptyLeaf()] },
  mode: 'suspect',
});

/** A rule of one's own while it is written: `stored` is what the draft holds of it, absent where it is new. */
export function useCustomRule(stored: CustomRuleDraft | undefined, onHalf: (half: boolean) => void) {
  const { pkg } = useSelection();
  const [start] = useState(() => stored ?? fresh(pkg.platform));
  const [rule, setRule] = useState(start);
  useEffect(() => {
    if (stored) setRule(stored);
  }, [stored]);
  useEffect(() => () => onHalf(false), [onHalf]);
  const change = (part: Partial<CustomRuleDraft>): void => {
    // What asks something else than the configuration says is a rule of its own from then on.
    const configures = 'when' in part || 'kinds' in part || 'reason' in part ? undefined : rule.configures;
    const next = { ...rule, ...part, configures };
    setRule(next);
    // With the letter itself: who types and closes at once is asked too.
    onHalf(sorted(next) !== sorted(stored ?? start));
  };
  return { rule, change };
}

/** What keeps a rule out of the draft. */
export interface RuleFaults {
  title: 'short' | 'characters' | false;
  kinds: boolean;
  condition: boolean;
}

export const faultsOfRule = ({ title, kinds, when }: CustomRuleDraft): RuleFaults => ({
  title: faultOfTitle(title),
  kinds: kinds.length === 0,
  condition: faultsOf(when).length > 0 || namesNothing(when),
});

function faultOfTitle(title: string): RuleFaults['title'] {
  if (isTooShort(customRule.shape.title, title)) return 'short';
  // Its length the field sees to.
  return !customRule.shape.title.safeParse(title.trim()).success && 'characters';
}

/** An `all` of nothing would hold for every event. */
function namesNothing(when: CustomRuleDraft['when']): boolean {
  if ('all' in when) return when.all.every(namesNothing);
  if ('any' in when) return when.any.length === 0;
  return 'not' in when ? namesNothing(when.not) : false;
}
