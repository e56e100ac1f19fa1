import { gt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const videoErrors = rule({
  id: 'video_errors',
  title: 'More video errors than a player makes',
  method: 66,
  reason: 'vid.error_rate',
  stage: 'sweep',
  kinds: kindsOf('video'),
  needs: ['source_video_errors'],
  looksAt: 'Errors over requests of the source: requests that no player could ever fill.',
  falsePositives: 'Broken creatives: look at the creative before the source.',
  source: 'rtbcat/catscan (15 % suspect)',
  limits: {
    share: { label: 'Requests that end in an error: over', unit: 'percent', default: 15, min: 1, max: 100 },
  },
  cases: ({ share }) => [{ verdict: 'suspect', when: gt('source_video_errors', share) }],
});
