import { all, lt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';
import { SPARED, unexplained } from './spared.ts';

export const clicksOfLeavers = rule({
  id: 'clicks_of_leavers',
  title: 'Clicks of people who leave on one day',
  method: 42,
  reason: 'ins.incent',
  stage: 'sweep',
  kinds: kindsOf('click'),
  needs: ['source_stay_break', 'source_conversion_ratio', 'source_marked'],
  looksAt:
    'The people of the source stay as others do up to the day that is still paid for, far fewer after it, and its clicks become installs no more often than elsewhere: then as large a part of its clicks is bought as of its installs. Where clicks convert far better, a reward brings the installs and most other clicks are of people.',
  falsePositives:
    'Trials, passes and offers that end on one day for all, and apps that people need once: white-list the source.',
  source:
    'Fraudlogix 2019 and mFilterIt, as with the installs; the limit is stricter than theirs, since a third of the clicks of such sources in the bench was genuine. That conversion tells of the clicks is ours',
  limits: {
    drop: {
      label: 'Users still there, against what the days before promise: under',
      unit: 'times',
      default: 0.65,
      min: 0.05,
      max: 0.95,
    },
    conversion: {
      label: 'and conversion rate, against other sources: under',
      unit: 'times',
      default: 1.5,
      min: 0.1,
      max: 10,
    },
    ...SPARED,
  },
  cases: ({ drop, conversion, marked }) => [
    {
      verdict: 'suspect',
      when: all(lt('source_stay_break', drop), lt('source_conversion_ratio', conversion), unexplained(marked)),
    },
  ],
});
