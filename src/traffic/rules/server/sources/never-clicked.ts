import { lte } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const neverClicked = rule({
  id: 'never_clicked',
  title: 'Impressions that nobody ever clicks',
  method: 54,
  reason: 'imp.false_viewability',
  stage: 'sweep',
  kinds: kindsOf('impression'),
  needs: ['source_click_rate'],
  looksAt: 'A thousand impressions and more in a week without a single click, while others of the package are clicked.',
  falsePositives: 'Television and audio, where nothing can be clicked, and sources whose clicks are not reported.',
  source: 'rtbcat/catscan',
  limits: {
    rate: { label: 'Clicks per 100 impressions, at most', unit: 'percent', default: 0, min: 0, max: 1 },
  },
  cases: ({ rate }) => [{ verdict: 'suspect', when: lte('source_click_rate', rate) }],
});
