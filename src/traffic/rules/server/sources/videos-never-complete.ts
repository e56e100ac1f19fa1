import { lt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const videosNeverComplete = rule({
  id: 'videos_never_complete',
  title: 'Videos that never end',
  method: 66,
  reason: 'vid.never_completes',
  stage: 'sweep',
  kinds: kindsOf('video'),
  needs: ['source_completions'],
  looksAt: 'Of started videos hardly any reaches the end: they run where nobody watches, or do not run.',
  falsePositives: 'Broken creatives and very long videos.',
  source:
    'rtbcat/catscan (under 5 % of 100 starts). The fact is the upper bound of the share, and 5 of 100 have one of 11 %',
  limits: {
    share: { label: 'Started videos watched to the end: under', unit: 'percent', default: 11, min: 0.1, max: 50 },
  },
  cases: ({ share }) => [{ verdict: 'suspect', when: lt('source_completions', share) }],
});
