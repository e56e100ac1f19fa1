import { all, known, not } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { ADDRESS_KINDS } from './event-kinds.ts';
import { HOSTED, LIKE_A_PERSON } from './hosted.ts';

export const hostedPerson = rule({
  id: 'hosted_person',
  title: 'Person in a hosting network',
  method: 10,
  reason: 'net.anonymizer',
  stage: 'arrival',
  kinds: ADDRESS_KINDS,
  needs: ['ip_class', 'crawler_check', 'ua_class', 'device_signs', 'device_conflict', 'hosted_persons_7d'],
  looksAt:
    'The address belongs to a hosting network, but one person alone came from it, or people who come to several publishers, with devices as people have them: mostly a VPN that no list knows, or the gateway of a company.',
  falsePositives:
    'People who care for their privacy; company gateways and cloud desktops. A robot with a server of its own looks the same, so it is marked.',
  startsAs: 'mark',
  source:
    'MRC IVT addendum (routing artefacts of legitimate users are no data-centre traffic); HUMAN (data centre with VPN)',
  limits: {},
  cases: () => [{ verdict: 'suspect', when: all(HOSTED, LIKE_A_PERSON, not(known('hosted_persons_7d'))) }],
});
