import { all, gt, gte, not } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { ADDRESS_KINDS } from './event-kinds.ts';
import { HOSTED, LIKE_A_PERSON } from './hosted.ts';

export const dataCenter = rule({
  id: 'data_center',
  title: 'Data centre',
  method: 10,
  reason: 'net.datacenter',
  stage: 'arrival',
  kinds: ADDRESS_KINDS,
  needs: ['ip_class', 'crawler_check', 'ua_class', 'device_signs', 'device_conflict', 'hosted_persons_7d', 'clicks_1h'],
  looksAt:
    'The address belongs to a hosting network, and the client is no device of a person, or sends more events than a person would. Servers live there, people do not. Several devices of people on one such address are suspect: a server with many names, or a way out that people share.',
  falsePositives:
    'Company gateways, cloud desktops and VPN exits that no list knows: where several people stand behind an address, it is only suspect. Server-side ad insertion that hides the address of the device. Private relays and listed VPNs are recognised; a single person, and sources with traffic mostly from hosting networks, have rules of their own.',
  source:
    'MRC IVT addendum (known invalid data-centre traffic, not routing artefacts of legitimate users); hosting networks by AS number. That a second signal is asked for, two persons and 20 events an hour are ours',
  limits: {
    persons: { label: 'Persons on one address in a week: at least', unit: 'events', default: 2, min: 2, max: 10_000 },
    perHour: { label: 'Clicks of one person in an hour: more than', unit: 'events', default: 20, min: 1, max: 10_000 },
  },
  // One grade twice, so that an explanation names the second signal that was there and no other. Of persons on one
  // address gateways and VPN exits have as many as servers do.
  cases: ({ persons, perHour }) => [
    { verdict: 'fraud', when: all(HOSTED, not(LIKE_A_PERSON)) },
    { verdict: 'fraud', when: all(gt('clicks_1h', perHour), HOSTED) },
    { verdict: 'suspect', when: all(gte('hosted_persons_7d', persons), HOSTED) },
  ],
});
