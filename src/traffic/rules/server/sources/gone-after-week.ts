import { all, lt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';
import { SPARED, unexplained } from './spared.ts';

export const goneAfterWeek = rule({
  id: 'gone_after_week',
  title: 'Hardly anybody is left after a week',
  method: 42,
  reason: 'ins.incent',
  stage: 'sweep',
  kinds: kindsOf('install'),
  needs: ['source_week_return_ratio', 'source_week_return_chance', 'source_marked'],
  looksAt:
    'Of the people the source brought one and two weeks ago hardly anybody uses the app any more. One more open on the next day is cheap to fake, a week of use is not.',
  falsePositives:
    'Broad campaigns, and sources that have become better within the week: newer installs are judged by how earlier ones stayed.',
  source:
    'Two-proportion z-test at 4 standard deviations; AppsFlyer and mFilterIt on cohorts; the share is ours, under that of the next day, since paid installs fall behind organic ones further with every day',
  limits: {
    ratio: {
      label: 'Users coming back, against other sources: under',
      unit: 'times',
      default: 0.4,
      min: 0.01,
      max: 0.95,
    },
    chance: { label: 'Odds that this is an accident: less than', unit: 'chance', default: 0.001, min: 1e-7, max: 0.05 },
    ...SPARED,
  },
  cases: ({ ratio, chance, marked }) => [
    {
      verdict: 'suspect',
      when: all(lt('source_week_return_ratio', ratio), lt('source_week_return_chance', chance), unexplained(marked)),
    },
  ],
});
