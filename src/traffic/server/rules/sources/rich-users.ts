import { gte } from '#platform/contract/condition.ts';
import { rule } from '../../../contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const richUsers = rule({
  id: 'rich_users',
  title: 'More high spenders than elsewhere',
  reason: 'evt.fake',
  stage: 'sweep',
  kinds: kindsOf('event'),
  needs: ['source_rich_bands'],
  looksAt:
    'Who makes purchases up makes them for few persons, and dear ones: the bands of high spending bulge beyond those of honest sources.',
  falsePositives: 'Publishers whose readers are well off, and sources of one rich market: white-list them.',
  startsAs: 'mark',
  source: 'Viceroi (Dave, Guha and Zhang 2013), on revenue per person',
  limits: {
    bands: { label: 'Bands over the usual, at least', unit: 'events', default: 2, min: 1, max: 20 },
  },
  cases: ({ bands }) => [{ verdict: 'suspect', when: gte('source_rich_bands', bands) }],
});
