import { gt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const abroadSource = rule({
  id: 'abroad_source',
  title: 'Traffic from elsewhere',
  method: 12,
  reason: 'net.geo_mismatch',
  stage: 'sweep',
  kinds: kindsOf('impression', 'click', 'install', 'video'),
  needs: ['source_abroad'],
  looksAt:
    'People travel, audiences do not. A source of which so many addresses lie in another country than it declares sells one country as another. An address by which people of three publishers leave on a day is an exit of a VPN or a gateway and does not count. Visits are not what is sold: of them those from abroad are called by themselves.',
  falsePositives:
    'Regions near a border, and carriers whose gateways in another country only one or two publishers bring.',
  source: 'jampp 2016 (0.7 % of honest installs come from another country than their click; fraud from 5 %); Spider AF',
  limits: {
    share: { label: 'Addresses abroad, of all of the source: over', unit: 'percent', default: 5, min: 1, max: 100 },
  },
  cases: ({ share }) => [{ verdict: 'suspect', when: gt('source_abroad', share) }],
});
