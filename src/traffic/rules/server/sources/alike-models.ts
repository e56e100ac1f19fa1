import { gt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const alikeModels = rule({
  id: 'alike_models',
  title: 'Device models unlike the market',
  method: 32,
  reason: 'dev.farm',
  stage: 'sweep',
  // On labelled traffic (tuning seeds) only 22 to 44 % of its hits were farms, the rest markets with older phones.
  startsAs: 'mark',
  kinds: kindsOf('install'),
  needs: ['source_model_divergence'],
  looksAt: 'An install farm buys one model by the dozen. The mix of models of the source is far from that of others.',
  falsePositives:
    'Promotions for a single device, and sources that serve one market only, above all one with older phones.',
  source: 'Kochava (device attribute outliers); threshold of the field report',
  limits: {
    divergence: {
      label: 'Unlike the usual mix (0 alike, 1 nothing in common), over',
      unit: 'ratio',
      default: 0.25,
      min: 0.02,
      max: 1,
    },
  },
  cases: ({ divergence }) => [{ verdict: 'suspect', when: gt('source_model_divergence', divergence) }],
});
