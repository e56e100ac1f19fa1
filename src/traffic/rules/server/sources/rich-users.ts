import { all, gt, gte } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const richUsers = rule({
  id: 'rich_users',
  title: 'More high spenders than elsewhere',
  method: 53,
  reason: 'evt.fake',
  stage: 'sweep',
  kinds: kindsOf('event'),
  needs: ['source_rich_bands'],
  looksAt:
    'Whoever invents purchases invents expensive ones, or invents them for nearly everybody: far more people reach the high levels of spending than at honest sources.',
  falsePositives:
    'Publishers with wealthy readers, sources of a single rich market, and sales at which more people buy more expensive things: white-list them.',
  startsAs: 'mark',
  source: 'Viceroi (Dave, Guha and Zhang 2013), on revenue per person',
  limits: {
    bands: {
      label: 'Levels of spending with far more people than elsewhere: at least',
      unit: 'events',
      default: 2,
      min: 1,
      max: 20,
    },
  },
  cases: ({ bands }) => [{ verdict: 'suspect', when: all(gt('revenue', 0), gte('source_rich_bands', bands)) }],
});
