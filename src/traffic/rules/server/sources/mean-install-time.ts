import { any, gt, lt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const meanInstallTime = rule({
  id: 'mean_install_time',
  title: 'Average CTIT far from other sources',
  method: 26,
  reason: 'clk.flooding',
  stage: 'sweep',
  kinds: kindsOf('install'),
  needs: ['source_ctit_deviation'],
  looksAt:
    'The mean of the logarithm of click-to-install times lies far from that of the other publishers of the package.',
  falsePositives: 'Small samples, and sources that advertise in one slow market.',
  startsAs: 'mark',
  source: 'Kochava (MTTI outliers: 2.5 standard deviations mark, its blocklist is stricter); 3.5 of the field report',
  limits: {
    deviations: {
      label: 'Average CTIT away from other sources, in standard deviations: over',
      unit: 'ratio',
      default: 3.5,
      min: 1,
      max: 20,
    },
  },
  cases: ({ deviations }) => [
    {
      verdict: 'suspect',
      when: any(gt('source_ctit_deviation', deviations), lt('source_ctit_deviation', -deviations)),
    },
  ],
});
