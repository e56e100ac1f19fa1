import { known } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';

export const referrerMismatch = rule({
  id: 'referrer_mismatch',
  title: 'Store names another source',
  method: 29,
  reason: 'clk.hijack',
  stage: 'arrival',
  kinds: ['install'],
  needs: ['referrer_conflict'],
  looksAt:
    'The referrer the store handed to the app names another source, or none at all, than the one that claims the install.',
  falsePositives:
    'Redirects that lose the tag, and impressions that are reported as clicks. Alone it only makes an install suspect.',
  source: 'Kochava Google referrer mismatch; Singular organic poaching',
  limits: {},
  cases: () => [{ verdict: 'suspect', when: known('referrer_conflict') }],
});
