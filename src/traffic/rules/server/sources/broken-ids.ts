import { gt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const brokenIds = rule({
  id: 'broken_ids',
  title: 'Most device ids missing or broken',
  method: 33,
  reason: 'dev.farm',
  stage: 'sweep',
  kinds: kindsOf('install'),
  needs: ['source_bad_ids'],
  looksAt: 'Most installs of the source hide behind missing, zero or malformed device ids, while others report theirs.',
  falsePositives:
    'Countries and systems where many people limit ad tracking: the other sources of the package then lack ids too, and the rule says nothing.',
  source: 'AppsFlyer; TrafficGuard reject codes; threshold of the field report',
  limits: {
    share: { label: 'Installs without a sound device id: over', unit: 'percent', default: 60, min: 5, max: 100 },
  },
  cases: ({ share }) => [{ verdict: 'suspect', when: gt('source_bad_ids', share) }],
});
