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
    'Click bots click in the name of a few persons, each more often than the heavy users of honest sources: far more persons reach the high levels of clicks.',
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
