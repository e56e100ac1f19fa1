import { any, gt, lt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const fewAddresses = rule({
  id: 'few_addresses',
  title: 'Few addresses make most events',
  method: 13,
  reason: 'net.ip_concentration',
  stage: 'sweep',
  kinds: kindsOf('impression', 'click', 'install'),
  needs: ['source_addresses', 'source_address_share'],
  looksAt:
    'Real customers come from many addresses. A source whose events come from a few of them is one room full of devices.',
  falsePositives: 'Carrier networks that put thousands of phones behind one address, and offices.',
  startsAs: 'mark',
  source:
    'FDMA 2012, TeamMasdar (under half as many addresses as clicks); measured on its data: recall 73 %, precision 10 %, so it never decides alone',
  limits: {
    perHundred: {
      label: 'Different IP addresses per 100 events: fewer than',
      unit: 'events',
      default: 50,
      min: 1,
      max: 100,
    },
    concentration: {
      label: 'Concentration of addresses (0 spread, 1 a single one), over',
      unit: 'ratio',
      default: 0.05,
      min: 0.001,
      max: 1,
    },
  },
  cases: ({ perHundred, concentration }) => [
    { verdict: 'suspect', when: any(lt('source_addresses', perHundred), gt('source_address_share', concentration)) },
  ],
});
