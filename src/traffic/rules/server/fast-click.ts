import { all, any, gte, lt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { CLICK_KINDS } from './event-kinds.ts';

export const fastClick = rule({
  id: 'fast_click',
  title: 'Fast click',
  method: 21,
  reason: 'clk.fast',
  stage: 'arrival',
  kinds: [...CLICK_KINDS, 'impression'],
  needs: ['impression_to_click_seconds', 'click_after_seconds'],
  looksAt:
    'The click came sooner after its impression than a person can see, decide and press. Nobody saw the impression either.',
  falsePositives: 'Sources that send impression and click together in one batch. Alone it only makes a click suspect.',
  source: 'Pixalate fastClicker (click under 1 s after its impression)',
  limits: {
    seconds: { label: 'Time from impression to click under', unit: 'seconds', default: 1, min: 1, max: 60 },
  },
  // A click before its impression is a wrong order, not a fast click.
  cases: ({ seconds }) => [
    {
      verdict: 'suspect',
      when: any(
        all(lt('impression_to_click_seconds', seconds), gte('impression_to_click_seconds', 0)),
        lt('click_after_seconds', seconds),
      ),
    },
  ],
});
