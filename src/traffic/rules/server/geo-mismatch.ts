import { known } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { ADDRESS_KINDS } from './event-kinds.ts';

export const geoMismatch = rule({
  id: 'geo_mismatch',
  title: 'Address in another country',
  method: 12,
  reason: 'net.geo_mismatch',
  stage: 'arrival',
  kinds: ADDRESS_KINDS,
  needs: ['country_conflict'],
  looksAt: 'The address lies in another country than the source declared. Somebody pretends to be elsewhere.',
  falsePositives:
    'Travellers who roam, gateways of carriers, and errors of the country table, about 1 to 3 % of an audience. Alone it only makes an event suspect; VPN exits, relays and hosting networks are left to their own rules.',
  startsAs: 'mark',
  source: 'Tapper and Spider AF (geo masking); jampp 2016 (0.7 % of honest installs)',
  limits: {},
  cases: () => [{ verdict: 'suspect', when: known('country_conflict') }],
});
