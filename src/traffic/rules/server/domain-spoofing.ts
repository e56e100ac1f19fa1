import { known } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { AD_KINDS } from './event-kinds.ts';

export const domainSpoofing = rule({
  id: 'domain_spoofing',
  title: 'Declared domain is another',
  method: 58,
  reason: 'imp.domain_spoofing',
  stage: 'arrival',
  kinds: AD_KINDS,
  needs: ['domain_conflict'],
  looksAt: 'The ad was sold for one domain and shown on another: cheap pages pass for expensive ones.',
  falsePositives:
    'In-app browsers and caches that show a page under their own name; the usual caches and safe frames are left out.',
  source: 'DoubleVerify (URL masking); mFilterIt; HUMAN taxonomy (false representation)',
  limits: {},
  cases: () => [{ verdict: 'suspect', when: known('domain_conflict') }],
});
