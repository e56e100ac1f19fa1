import { eq } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { ADDRESS_KINDS } from './event-kinds.ts';

export const anonymizer = rule({
  id: 'anonymizer',
  title: 'VPN or proxy',
  method: 11,
  reason: 'net.anonymizer',
  stage: 'arrival',
  kinds: ADDRESS_KINDS,
  needs: ['ip_class'],
  looksAt: 'The address is an exit of a VPN, proxy or Tor: where the person really is stays hidden.',
  falsePositives:
    'People who protect their privacy, 2 to 10 % of an audience. By itself it only makes an event suspect.',
  source: 'MRC IVT addendum (invalid proxy traffic); TrafficGuard VPN and Tor rules; Adjust anonymous_traffic',
  limits: {},
  cases: () => [{ verdict: 'suspect', when: eq('ip_class', 'vpn') }],
});
