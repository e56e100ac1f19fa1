import { all, any, gt, lt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';
import { SPARED, unexplained } from './spared.ts';

export const boughtInstalls = rule({
  id: 'bought_installs',
  title: 'Installs for a reward',
  method: 41,
  reason: 'ins.incent',
  stage: 'sweep',
  kinds: kindsOf('install'),
  needs: ['source_return_ratio', 'source_return_chance', 'source_conversion_ratio', 'source_marked'],
  looksAt:
    'Clicks convert far better than with others, and hardly anybody comes back: people install for a reward that was not declared.',
  falsePositives: 'Difficult games that are advertised with a generous offer.',
  source:
    'AppsFlyer; mFilterIt; numbers of the field report (0.3 of the returns, twice the conversion). Where half of the installs are honest 0.65 of the returns are left; so many only count when chance is ruled out',
  limits: {
    returns: {
      label: 'Users coming back, against other sources: under',
      unit: 'times',
      default: 0.3,
      min: 0.01,
      max: 0.95,
    },
    mixed: {
      label: 'Or, if that is no accident, users coming back against other sources: under',
      unit: 'times',
      default: 0.65,
      min: 0.01,
      max: 0.95,
    },
    chance: { label: 'Odds that this is an accident: less than', unit: 'chance', default: 0.001, min: 1e-7, max: 0.05 },
    conversion: {
      label: 'Conversion rate, against other sources: over',
      unit: 'times',
      default: 2,
      min: 1.1,
      max: 100,
    },
    ...SPARED,
  },
  rising: ['returns', 'mixed'],
  cases: ({ returns, mixed, chance, conversion, marked }) => [
    {
      verdict: 'suspect',
      when: all(
        any(
          lt('source_return_ratio', returns),
          all(lt('source_return_ratio', mixed), lt('source_return_chance', chance)),
        ),
        gt('source_conversion_ratio', conversion),
        unexplained(marked),
      ),
    },
  ],
});
