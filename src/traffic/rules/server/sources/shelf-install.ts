import { all, any, eq, gt, gte, lt, not } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const shelfInstall = rule({
  id: 'shelf_install',
  title: 'Phone of an install farm, at a source full of them',
  method: 15,
  reason: 'dev.farm',
  stage: 'sweep',
  kinds: kindsOf('install'),
  needs: ['source_alike_neighbours', 'source_return_ratio', 'source_return_chance', 'block_installs_7d'],
  looksAt:
    'Within a week its address block brought the same model and system again and again, and the source is one of install farms: phones side by side are alike far more often than at others, or hardly anybody comes back.',
  falsePositives:
    'Companies and campuses that hand out one model of phone, where they make up most of a source. Many phones of a mobile network share an address, so installs without Wi-Fi do not count.',
  source:
    'tekies MMP rule page (installs of one /24 with the same model and system); AppsFlyer on device farms. Two alike may be a family, three at a source full of them are not: ours',
  limits: {
    ratio: {
      label: 'Neighbours with the same phone, against other sources: over',
      unit: 'times',
      default: 2,
      min: 1.1,
      max: 100,
    },
    returns: {
      label: 'Users coming back, against other sources: under',
      unit: 'times',
      default: 0.6,
      min: 0,
      max: 0.95,
    },
    chance: {
      label: 'Odds that this is an accident: less than',
      unit: 'chance',
      default: 0.0001,
      min: 1e-7,
      max: 0.05,
    },
    installs: { label: 'Alike installs in a week: at least', unit: 'events', default: 3, min: 2, max: 10_000 },
  },
  cases: ({ ratio, returns, chance, installs }) => [
    {
      verdict: 'fraud',
      when: all(
        any(
          gt('source_alike_neighbours', ratio),
          all(lt('source_return_ratio', returns), lt('source_return_chance', chance)),
        ),
        gte('block_installs_7d', installs),
        not(eq('wifi', 'false')),
      ),
    },
  ],
});
