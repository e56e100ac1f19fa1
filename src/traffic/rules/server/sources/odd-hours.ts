import { all, gt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';
import { SPARED, unexplained } from './spared.ts';

export const oddHours = rule({
  id: 'odd_hours',
  title: 'Active at hours when people sleep',
  method: 49,
  reason: 'bot.behaviour',
  stage: 'sweep',
  kinds: kindsOf('impression', 'click', 'install', 'video', 'visit'),
  needs: ['source_hour_divergence', 'source_marked'],
  looksAt: 'People have days and nights. The nights of this source, local to each country, are as busy as no other.',
  falsePositives:
    'Shift work, live events in other parts of the world, and countries with several time zones. Hours that are merely unusual (a sale, office hours) do not count.',
  source:
    'FDMA 2012, night features; TrafficGuard (anomaly_overnight_localtime). The limit is ours: about a third of the events without regard to the hour, a quarter where people sleep early, two fifths where they stay up',
  limits: {
    divergence: {
      label: 'Unlike the usual mix (0 alike, 1 nothing in common), over',
      unit: 'ratio',
      default: 0.02,
      min: 0.001,
      max: 1,
    },
    ...SPARED,
  },
  cases: ({ divergence, marked }) => [
    { verdict: 'suspect', when: all(gt('source_hour_divergence', divergence), unexplained(marked)) },
  ],
});
