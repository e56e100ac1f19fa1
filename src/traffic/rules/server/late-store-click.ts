import { all, gt, lte } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';

const DAY = 86_400;

export const lateStoreClick = rule({
  id: 'late_store_click',
  title: 'Click of the store after the install began',
  method: 27,
  reason: 'clk.injection',
  stage: 'arrival',
  kinds: ['install'],
  needs: ['store_click_after_begin_seconds'],
  looksAt:
    'The store says itself which click opened its page and when the download began. A click after that led nobody there: it was fired into a running install to claim it (click injection). Both times are told by one clock.',
  falsePositives:
    'Hardly any: the times are whole seconds of one clock. Trackers that write the time of their own click into this column have two clocks; then allow a few seconds. Unknown outside Google Play.',
  source: 'Google Play install referrer API (both times by the store); Adjust engagement_injection',
  limits: {
    toleranceSeconds: { label: 'Difference of clocks tolerated: up to', unit: 'seconds', default: 0, min: 0, max: 300 },
    withinDays: { label: 'Only if the click came later by at most', unit: 'days', default: 30, min: 1, max: 90 },
  },
  // Much later clicks belong to another install of the same app.
  cases: ({ toleranceSeconds, withinDays }) => [
    {
      verdict: 'fraud',
      when: all(
        gt('store_click_after_begin_seconds', toleranceSeconds),
        lte('store_click_after_begin_seconds', withinDays * DAY),
      ),
    },
  ],
});
