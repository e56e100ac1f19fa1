import { gte } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const heavyUsers = rule({
  id: 'heavy_users',
  title: 'More heavy users than elsewhere',
  method: 53,
  reason: 'clk.flooding',
  stage: 'sweep',
  kinds: kindsOf('click'),
  needs: ['source_heavy_bands'],
  looksAt:
    'Machines click for few persons, more than the heavy users of honest sources: the bands of clicks per person bulge.',
  falsePositives: 'Premium publishers with loyal readers: white-list them.',
  startsAs: 'mark',
  source: 'Viceroi (Dave, Guha and Zhang 2013), on clicks; the rule on high spenders does the same with revenue',
  limits: {
    bands: {
      label: 'Levels of use with far more people than elsewhere: at least',
      unit: 'events',
      default: 2,
      min: 1,
      max: 4,
    },
  },
  cases: ({ bands }) => [{ verdict: 'suspect', when: gte('source_heavy_bands', bands) }],
});
