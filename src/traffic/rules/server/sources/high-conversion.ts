import { all, gt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const highConversion = rule({
  id: 'high_conversion',
  title: 'Conversion too good to be true',
  method: 31,
  reason: 'ins.incent',
  stage: 'sweep',
  kinds: kindsOf('click', 'install'),
  needs: ['source_conversion_ratio', 'source_conversion'],
  looksAt: 'Far more of its clicks become installs than with others: they are paid for, or not made by people at all.',
  falsePositives: 'Warm retargeting, coupons and store search, which convert well for honest reasons.',
  startsAs: 'mark',
  source: 'Opticks (5 % low, 15 % high alarm), against peers instead of absolute',
  limits: {
    conversion: { label: 'Installs per 100 clicks over', unit: 'percent', default: 15, min: 0.5, max: 100 },
    ratio: { label: 'Conversion rate, against other sources: over', unit: 'times', default: 3, min: 1.2, max: 100 },
  },
  cases: ({ conversion, ratio }) => [
    { verdict: 'suspect', when: all(gt('source_conversion_ratio', ratio), gt('source_conversion', conversion)) },
  ],
});
