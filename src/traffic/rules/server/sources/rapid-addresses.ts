import { gt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const rapidAddresses = rule({
  id: 'rapid_addresses',
  title: 'Addresses that click every few seconds',
  method: 19,
  reason: 'clk.frequency',
  stage: 'sweep',
  kinds: kindsOf('click'),
  needs: ['source_rapid_addresses'],
  looksAt: 'Addresses that click one campaign again and again, each time within seconds, make a part of the source.',
  falsePositives: 'Devices that several people share, and impatient people; every source has a few.',
  source: 'FDMA 2012, Tea team (red flags)',
  limits: {
    share: { label: 'Addresses that click every few seconds: over', unit: 'percent', default: 1, min: 0.01, max: 50 },
  },
  cases: ({ share }) => [{ verdict: 'suspect', when: gt('source_rapid_addresses', share) }],
});
