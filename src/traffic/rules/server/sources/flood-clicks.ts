import { all, any, eq, gte, lt, not } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { FLOOD_SOURCE, isFlood, SECOND_SIGN, SECOND_SIGN_NEEDS, secondSign } from './flood-signs.ts';
import { kindsOf } from './kinds-of.ts';

export const floodClicks = rule({
  id: 'flood_clicks',
  title: 'Clicks of a flood, by two signs',
  method: 23,
  reason: 'clk.flooding',
  stage: 'sweep',
  kinds: kindsOf('click'),
  needs: ['source_conversion_ratio', 'click_days_30d', 'origin_verdict', ...SECOND_SIGN_NEEDS],
  looksAt:
    'Hardly an install for so many clicks, and a sign of another cause: installs long after their clicks, or nights as busy as days. Where the conversion is so low that hardly any click can be of people who came to install, all are called; above it those of a person in whose name the source clicks on several days, as programs do that work through a list of devices. A click whose install may be genuine waits with it.',
  falsePositives:
    'The few people among the clicks; a source whose views are reported as clicks around the clock; people who are shown an ad day after day and tap it again.',
  source: `${FLOOD_SOURCE}. Clicks in the name of one device over and over, so that one is the last before its install: Adjust on click spamming and hyper engagement; Kochava (clicks of one device); days instead of clicks, so that a double tap is none, are ours`,
  limits: {
    ratio: { label: 'Of the conversion of others, under', unit: 'ratio', default: 0.06, min: 0, max: 0.9 },
    signRatio: { label: 'With clicks on several days, under', unit: 'ratio', default: 0.35, min: 0, max: 0.9 },
    days: { label: 'Days with clicks of a person, at least', unit: 'days', default: 2, min: 2, max: 60 },
    ...SECOND_SIGN,
  },
  rising: ['ratio', 'signRatio'],
  cases: ({ ratio, signRatio, days, ...signs }) => [
    {
      verdict: 'fraud',
      when: all(
        any(
          isFlood({ ratio, ...signs }),
          all(lt('source_conversion_ratio', signRatio), secondSign(signs), gte('click_days_30d', days)),
        ),
        not(eq('origin_verdict', 'suspect')),
      ),
    },
  ],
});
