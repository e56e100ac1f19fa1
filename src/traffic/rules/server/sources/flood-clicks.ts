import { all, any, lt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { FLOOD_SOURCE, FRAUD_RATIO, isFlood, SECOND_SIGN, SECOND_SIGN_NEEDS, SOON_RATIO } from './flood-signs.ts';
import { kindsOf } from './kinds-of.ts';
import { SPARED_BY_FLOODS, unexplained } from './spared.ts';

export const floodClicks = rule({
  id: 'flood_clicks',
  title: 'Clicks of a flood, by two signs',
  method: 23,
  reason: 'clk.flooding',
  stage: 'sweep',
  kinds: kindsOf('click'),
  needs: ['source_conversion_ratio', 'source_soon_ratio', 'source_marked', ...SECOND_SIGN_NEEDS],
  looksAt:
    'Hardly an install for so many clicks, and a sign of another cause: installs long after their clicks, or nights as busy as days. At a tenth of the conversion of others, at most a tenth of the clicks can be people who came to install. Installs within the hour of their click tell both at once: a flood hardly claims one.',
  falsePositives:
    'The few real people among the clicks, and sources that report impressions as clicks around the clock.',
  source: FLOOD_SOURCE,
  // So few that hardly a genuine click is called; above it `flood_repeats` asks for a sign of the click.
  limits: {
    ratio: { ...FRAUD_RATIO.ratio, default: 0.06 },
    ...SECOND_SIGN,
    soonRatio: { ...SOON_RATIO.soonRatio, default: 0.05 },
    ...SPARED_BY_FLOODS,
  },
  cases: ({ soonRatio, marked, ...signs }) => [
    { verdict: 'fraud', when: any(isFlood(signs), all(lt('source_soon_ratio', soonRatio), unexplained(marked))) },
  ],
});
