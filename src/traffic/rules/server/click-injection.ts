import { all, gt, lte } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';

const DAY = 86_400;

export const clickInjection = rule({
  id: 'click_injection',
  title: 'Click after the install began',
  method: 27,
  reason: 'clk.injection',
  stage: 'arrival',
  kinds: ['install'],
  needs: ['click_after_begin_seconds'],
  looksAt:
    'The store had begun the install before the click: the person had already decided, and malware on the phone fired the click to claim the install (click injection).',
  falsePositives: 'Clocks that disagree: prefer server times, or allow a few seconds. Unknown outside Google Play.',
  source:
    'Google Play install referrer API (install begin time); Adjust engagement_injection; Airbridge (within 30 days)',
  limits: {
    toleranceSeconds: { label: 'Difference of clocks tolerated: up to', unit: 'seconds', default: 0, min: 0, max: 300 },
    withinDays: { label: 'Only if the click came later by at most', unit: 'days', default: 30, min: 1, max: 90 },
  },
  // Much later clicks belong to another install of the same app.
  cases: ({ toleranceSeconds, withinDays }) => [
    {
      verdict: 'fraud',
      when: all(gt('click_after_begin_seconds', toleranceSeconds), lte('click_after_begin_seconds', withinDays * DAY)),
    },
  ],
});
