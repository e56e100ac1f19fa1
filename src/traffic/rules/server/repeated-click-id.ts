import { known } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';

export const repeatedClickId = rule({
  id: 'repeated_click_id',
  title: 'Click id used again',
  method: 17,
  reason: 'clk.duplicate',
  stage: 'arrival',
  kinds: ['click', 're_click'],
  needs: ['click_id_repeats'],
  looksAt: 'An earlier click carries the same click id. An id names one click; whoever sends it again bills it again.',
  falsePositives:
    'Servers that repeat a request they believe lost. The first click counts, the repeat is not billable.',
  source: 'IAB click measurement guidelines 2009; Google double-click filter (same click id ever)',
  limits: {},
  cases: () => [{ verdict: 'fraud', when: known('click_id_repeats') }],
});
