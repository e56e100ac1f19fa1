import { all, gt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';
import { SPARED, unexplained } from './spared.ts';

export const sameGoalTimes = rule({
  id: 'same_goal_times',
  title: 'Everybody reaches one goal at the same time',
  method: 41,
  reason: 'ins.incent',
  stage: 'sweep',
  kinds: kindsOf('install'),
  needs: ['source_goal_times', 'source_marked'],
  looksAt:
    'People get to a level or to a purchase some in an hour, some in a week. Where far more of a source than elsewhere get there within the same short span, it is what they are paid for: they install for a reward and play up to it.',
  falsePositives:
    'Tutorials, trials and sales of one source that lead all its people to the same step at the same time.',
  source:
    'AppsFlyer and mFilterIt on incentives (the target event within a narrow time); the span from some time to twice that and the limit are ours, at the lower bound of a 95 % interval',
  limits: {
    times: {
      label: 'Events of one name within one span, against other sources: over',
      unit: 'times',
      default: 2.5,
      min: 1.2,
      max: 20,
    },
    ...SPARED,
  },
  cases: ({ times, marked }) => [
    { verdict: 'suspect', when: all(gt('source_goal_times', times), unexplained(marked)) },
  ],
});
