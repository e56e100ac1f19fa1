import { all, gt, lt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { REFRESH_SECONDS } from '../auto-refresh.ts';

export const refreshingSource = rule({
  id: 'refreshing_source',
  title: 'Slot that refreshes itself, at a source full of signs',
  method: 57,
  reason: 'imp.auto_refresh',
  stage: 'sweep',
  kinds: ['impression', 'click_impression'],
  needs: ['source_signs', 'pace_mean_seconds'],
  looksAt:
    'One slot shows one person ad after ad, too quickly, and far more events of its source than chance brings have a sign of their own, such as a slot that reloads as evenly as a clock. What one person pages through nobody else does: a picture is looked at longer than the other.',
  falsePositives:
    'Sites that declare a refresh under 30 seconds to those who buy their ads: lower the limit for their publisher.',
  source:
    'MRC on auto-refresh (MediaPost: under 30 s is no disclosed practice); Pixalate autoreloader; MRC IVT addendum (corroboration of an event by the pattern of its source). The share is ours: of honest sources under 3 % of events have a sign',
  limits: {
    share: {
      label: 'Events with signs of their own, of all of the source: over',
      unit: 'percent',
      default: 5,
      min: 1,
      max: 100,
    },
    seconds: REFRESH_SECONDS,
  },
  cases: ({ share, seconds }) => [
    { verdict: 'fraud', when: all(gt('source_signs', share), lt('pace_mean_seconds', seconds)) },
  ],
});
