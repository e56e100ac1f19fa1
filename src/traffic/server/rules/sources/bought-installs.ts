import { all, gt, lt } from '#platform/contract/condition.ts';
import { rule } from '../../../contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const boughtInstalls = rule({
  id: 'bought_installs',
  title: 'Installs for a reward',
  reason: 'ins.incent',
  stage: 'sweep',
  kinds: kindsOf('install'),
  needs: ['source_return_ratio', 'source_conversion_ratio'],
  looksAt:
    'Clicks convert far better than with others, and nobody comes back: people install for a reward that was not declared.',
  falsePositives: 'Hard games with a strong offer.',
  source: 'AppsFlyer; mFilterIt; numbers of the field report',
  limits: {
    returns: { label: 'Of the returns of others, under', unit: 'ratio', default: 0.3, min: 0.01, max: 0.95 },
    conversion: { label: 'Times the conversion of others, over', unit: 'ratio', default: 2, min: 1.1, max: 100 },
  },
  cases: ({ returns, conversion }) => [
    { verdict: 'suspect', when: all(lt('source_return_ratio', returns), gt('source_conversion_ratio', conversion)) },
  ],
});
