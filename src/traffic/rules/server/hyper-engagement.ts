import { all, gte, lt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';

export const hyperEngagement = rule({
  id: 'hyper_engagement',
  title: 'Even clicks before the install',
  method: 25,
  reason: 'clk.flooding',
  stage: 'arrival',
  kinds: ['install'],
  needs: ['clicks_before_install', 'click_gap_cv_percent'],
  looksAt:
    'One device clicked for one publisher again and again, at even distances, until its install came. The clicks were sent in its name so that one of them would be the last before the install.',
  falsePositives: 'Retargeting that shows the same person the same ad all day; its clicks are not evenly spaced.',
  source: 'Adjust too_many_engagements (hyper engagement)',
  limits: {
    clicks: {
      label: 'Clicks in the 24 hours before the install: at least',
      unit: 'events',
      default: 10,
      min: 3,
      max: 10_000,
    },
    spreadPercent: {
      label: 'Spread of the intervals between these clicks: under',
      unit: 'percent',
      default: 30,
      min: 1,
      max: 200,
    },
  },
  cases: ({ clicks, spreadPercent }) => [
    { verdict: 'suspect', when: all(gte('clicks_before_install', clicks), lt('click_gap_cv_percent', spreadPercent)) },
  ],
});
