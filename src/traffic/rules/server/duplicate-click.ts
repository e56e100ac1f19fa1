import { lt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { CLICK_KINDS } from './event-kinds.ts';

export const duplicateClick = rule({
  id: 'duplicate_click',
  title: 'Duplicate click',
  method: 17,
  reason: 'clk.duplicate',
  stage: 'arrival',
  kinds: CLICK_KINDS,
  needs: ['repeat_gap_seconds'],
  looksAt: 'The same person clicked the same campaign again inside the refractory period. One visit is billed once.',
  falsePositives:
    'A double tap comes from a person and is still not billable. Colleagues with the same browser behind one address look like one person, so without a device id it must be the same ad.',
  source: 'IAB click measurement guidelines 2009 (repeat-click refractory period)',
  limits: {
    refractorySeconds: { label: 'Counts as a repeat within', unit: 'seconds', default: 30, min: 1, max: 86_400 },
  },
  cases: ({ refractorySeconds }) => [{ verdict: 'fraud', when: lt('repeat_gap_seconds', refractorySeconds) }],
});
