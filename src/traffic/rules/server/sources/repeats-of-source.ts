import { gt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const repeatsOfSource = rule({
  id: 'repeats_of_source',
  title: 'Source full of repeats',
  method: 18,
  reason: 'clk.duplicate',
  stage: 'sweep',
  kinds: kindsOf('impression', 'click'),
  needs: ['source_repeats'],
  looksAt:
    'The same address and user agent on the same campaign again and again within a minute, over the whole source.',
  falsePositives: 'Devices that several people share, and pages that load their ad twice.',
  source: 'FDMA 2012, first prize: its strongest group of features; measured: recall 61 %, precision 26 % at 3',
  limits: {
    repeats: {
      label: 'Events per minute from one address, device and campaign: over',
      unit: 'ratio',
      default: 3,
      min: 1.1,
      max: 100,
    },
  },
  cases: ({ repeats }) => [{ verdict: 'suspect', when: gt('source_repeats', repeats) }],
});
