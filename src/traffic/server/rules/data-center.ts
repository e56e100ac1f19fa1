import { all, eq, not } from '#platform/contract/condition.ts';
import { rule } from '../../contract/rule.ts';
import { ADDRESS_KINDS } from './event-kinds.ts';

export const dataCenter = rule({
  id: 'data_center',
  title: 'Data centre',
  reason: 'net.datacenter',
  stage: 'arrival',
  kinds: ADDRESS_KINDS,
  needs: ['ip_class', 'crawler_check'],
  looksAt: 'The address belongs to a hosting network. Servers live there, people do not.',
  falsePositives:
    'Company gateways and cloud desktops; server-side ad insertion that hides the address of the device. Private relays and VPNs are told apart.',
  source: 'MRC IVT addendum (known invalid data-centre traffic); hosting networks by AS number',
  limits: {},
  // A crawler that proves itself is booked as what it says it is.
  cases: () => [{ verdict: 'fraud', when: all(eq('ip_class', 'datacenter'), not(eq('crawler_check', 'verified'))) }],
});
