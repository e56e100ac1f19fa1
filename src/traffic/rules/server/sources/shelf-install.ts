import { all, eq, gt, gte, not } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const shelfInstall = rule({
  id: 'shelf_install',
  title: 'Phone from a shelf, at a source full of them',
  method: 15,
  reason: 'dev.farm',
  stage: 'sweep',
  kinds: kindsOf('install'),
  needs: ['source_alike_neighbours', 'block_installs_7d'],
  looksAt:
    'Within a week its address block brought the same model and system again and again, and phones side by side are alike far more often at this source than at others. Event and source say the same of each other.',
  falsePositives:
    'Offices and campuses that hand out one phone, where they make most of a source. Mobile networks share addresses, so installs without Wi-Fi do not count.',
  source:
    'tekies MMP rule page (installs of one /24 with the same model and system); AppsFlyer on device farms. Two alike may be a family, three at a source full of them are not: ours',
  limits: {
    ratio: { label: 'Times as often as with others, over', unit: 'ratio', default: 2, min: 1.1, max: 100 },
    installs: { label: 'Alike installs in a week', unit: 'events', default: 3, min: 2, max: 10_000 },
  },
  cases: ({ ratio, installs }) => [
    {
      verdict: 'fraud',
      when: all(gt('source_alike_neighbours', ratio), gte('block_installs_7d', installs), not(eq('wifi', 'false'))),
    },
  ],
});
