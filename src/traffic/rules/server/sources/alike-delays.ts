import { all, gt, gte, lt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const alikeDelays = rule({
  id: 'alike_delays',
  title: 'Clicks that all take the same time',
  method: 21,
  reason: 'bot.behaviour',
  stage: 'sweep',
  kinds: kindsOf('impression', 'click'),
  needs: ['source_click_delay_share', 'source_click_delay_times'],
  looksAt:
    'Some people click an ad after two seconds, some after a minute. When most clicks of a source follow their impression by the same few seconds, a program clicks. Where four clicks in five do so, those are fraud. Clicks that took another time, and impressions without such a click, are left alone.',
  falsePositives:
    'Ads that open by themselves after a countdown, and sources that report impressions with their clicks.',
  source:
    'As with times from click to install that repeat; more than half, at the lower bound of a 95 % interval, is ours: with a spread of a factor of two a third lies in the fullest span. So at four in five at most one in eight of those can be of people, and one in fifty was on tuning seeds of the bench',
  limits: {
    share: {
      label: 'Clicks with the same delay after the impression: over',
      unit: 'percent',
      default: 55,
      min: 20,
      max: 100,
    },
    sure: {
      label: 'Fraud, if clicks with the same delay are over',
      unit: 'percent',
      default: 80,
      min: 20,
      max: 100,
    },
  },
  rising: ['share', 'sure'],
  cases: ({ share, sure }) => {
    const within = all(gte('source_click_delay_times', 1), lt('source_click_delay_times', 2));
    return [
      { verdict: 'fraud', when: all(gt('source_click_delay_share', sure), within) },
      { verdict: 'suspect', when: all(gt('source_click_delay_share', share), within) },
    ];
  },
});
