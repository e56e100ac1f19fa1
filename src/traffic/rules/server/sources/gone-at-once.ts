import { lt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const goneAtOnce = rule({
  id: 'gone_at_once',
  title: 'Everybody leaves on the same day',
  method: 42,
  reason: 'ins.incent',
  stage: 'sweep',
  kinds: kindsOf('install'),
  needs: ['source_stay_break'],
  looksAt:
    'People lose interest one by one. Here as many stay as elsewhere, up to the day that is still paid for, and far fewer after it.',
  falsePositives:
    'Trials, passes and offers of a source that end for everybody on the same day: white-list the source.',
  source:
    'Fraudlogix 2019 (many users stop after the same time); mFilterIt on incentives; the limit is ours, at the upper bound of a 95 % interval',
  limits: {
    drop: {
      label: 'Users still there, against what the days before promise: under',
      unit: 'times',
      default: 0.75,
      min: 0.05,
      max: 0.95,
    },
  },
  cases: ({ drop }) => [{ verdict: 'suspect', when: lt('source_stay_break', drop) }],
});
