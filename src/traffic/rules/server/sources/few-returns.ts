import { all, lt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';
import { SPARED, unexplained } from './spared.ts';

export const fewReturns = rule({
  id: 'few_returns',
  title: 'Hardly anybody comes back',
  method: 42,
  reason: 'ins.incent',
  stage: 'sweep',
  kinds: kindsOf('install'),
  needs: ['source_return_ratio', 'source_return_chance', 'source_marked'],
  looksAt:
    'People who wanted an app open it again on the next day. Cohorts that vanish never wanted it, or never were.',
  falsePositives: 'Broad campaigns that also reach people who are only mildly curious.',
  source:
    'Two-proportion z-test at 4 standard deviations; mFilterIt. Honest paid installs return on the next day 0.83 to 0.87 times as often as organic ones (AppsFlyer 2017, Adjust 2015); far below it is ours',
  limits: {
    ratio: {
      label: 'Users coming back, against other sources: under',
      unit: 'times',
      default: 0.6,
      min: 0.01,
      max: 0.95,
    },
    chance: {
      label: 'Odds that this is an accident: less than',
      unit: 'chance',
      default: 0.0001,
      min: 1e-7,
      max: 0.05,
    },
    ...SPARED,
  },
  cases: ({ ratio, chance, marked }) => [
    {
      verdict: 'suspect',
      when: all(lt('source_return_ratio', ratio), lt('source_return_chance', chance), unexplained(marked)),
    },
  ],
});
