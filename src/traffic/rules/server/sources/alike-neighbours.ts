import { all, eq, gt, gte, not } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const alikeNeighbours = rule({
  id: 'alike_neighbours',
  title: 'Alike phones side by side',
  method: 32,
  reason: 'dev.farm',
  stage: 'sweep',
  kinds: kindsOf('install'),
  needs: ['source_alike_neighbours', 'block_installs_7d'],
  looksAt:
    'Neighbours choose their own phones. Where phones that share a network are the same model far more often than strangers are, they belong to an install farm. Installs whose network brought no other phone of their model within a week are left alone.',
  falsePositives:
    'Companies and campuses that hand out one model of phone, and promotions for one model. Many phones of a mobile network share an address, so installs without Wi-Fi do not count.',
  source:
    'tekies MMP rule page (installs of one /24 with the same model), as a share of the source and against others; twice as often is ours, counted from the lower bound of the interval',
  limits: {
    ratio: {
      label: 'Neighbours with the same phone, against other sources: over',
      unit: 'times',
      default: 2,
      min: 1.1,
      max: 100,
    },
  },
  // Of the installs of such a source those without a like neighbour are its genuine ones.
  cases: ({ ratio }) => [
    {
      verdict: 'suspect',
      when: all(gt('source_alike_neighbours', ratio), gte('block_installs_7d', 2), not(eq('wifi', 'false'))),
    },
  ],
});
