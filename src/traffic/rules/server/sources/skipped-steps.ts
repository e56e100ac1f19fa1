import { all, gt, lte } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';

export const skippedSteps = rule({
  id: 'skipped_steps',
  title: 'Purchases without the steps before',
  method: 44,
  reason: 'evt.sequence',
  stage: 'sweep',
  kinds: ['app_event'],
  needs: ['source_skipped_steps', 'steps_before_purchase'],
  looksAt:
    'Who buys has opened the app, signed in or looked around before: at the other sources of the package nearly every purchase follows such events. This one follows none, and neither do many of its source: a server sends purchases of people who were never there.',
  falsePositives:
    'Subscriptions that renew by themselves and purchases on a web page, when only one source has them. In apps that report hardly anything but purchases it says nothing: it asks that 95 % of the purchases of others follow a step.',
  source: 'AppsFlyer validation rules (event order); the order is learned from the others of the package; limit ours',
  limits: {
    share: { label: 'Purchases without a step before, at least', unit: 'percent', default: 20, min: 1, max: 100 },
  },
  cases: ({ share }) => [
    { verdict: 'suspect', when: all(gt('source_skipped_steps', share), lte('steps_before_purchase', 0)) },
  ],
});
