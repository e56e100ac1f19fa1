import { gt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const clicksOverImpressions = rule({
  id: 'clicks_over_impressions',
  title: 'More clicks than its impressions can bring',
  method: 22,
  reason: 'clk.no_impression',
  stage: 'sweep',
  kinds: kindsOf('impression', 'click'),
  needs: ['source_click_rate'],
  looksAt: 'Of a hundred people who see an ad hardly one clicks. Ten in a hundred are clicks without impressions.',
  falsePositives: 'Impressions that are counted only when seen, and search ads.',
  source: 'rtbcat/catscan (click rate over 10 %)',
  limits: {
    rate: { label: 'Clicks per 100 impressions over', unit: 'percent', default: 10, min: 0.5, max: 100 },
  },
  cases: ({ rate }) => [{ verdict: 'suspect', when: gt('source_click_rate', rate) }],
});
