import { gt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const alikeDelays = rule({
  id: 'alike_delays',
  title: 'Clicks that all take the same time',
  method: 21,
  reason: 'bot.behaviour',
  stage: 'sweep',
  kinds: kindsOf('impression', 'click', 'visit'),
  needs: ['source_click_delay_share'],
  looksAt:
    'Some people click an ad after two seconds, some after a minute. When most clicks of a source follow their impression by the same few seconds, a program clicks.',
  falsePositives:
    'Ads that open by themselves after a countdown, and sources that report impressions with their clicks.',
  source:
    'As with times from click to install that repeat; more than half, at the lower bound of a 95 % interval, is ours: with a spread of a factor of two a third lies in the fullest span',
  limits: {
    share: {
      label: 'Clicks with the same delay after the impression: over',
      unit: 'percent',
      default: 55,
      min: 20,
      max: 100,
    },
  },
  cases: ({ share }) => [{ verdict: 'suspect', when: gt('source_click_delay_share', share) }],
});
