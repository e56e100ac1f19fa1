import { all, lt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';
import { SPARED, unexplained } from './spared.ts';

export const noNights = rule({
  id: 'no_nights',
  title: 'As busy by night as by day',
  method: 51,
  reason: 'bot.behaviour',
  stage: 'sweep',
  kinds: kindsOf('impression', 'click', 'install', 'video', 'visit'),
  needs: ['source_hour_variation', 'source_marked'],
  looksAt: 'The events of a source spread evenly over the day. People sleep, machines do not.',
  falsePositives: 'Worldwide sources, and budgets that are deliberately spread evenly over the day.',
  source: 'rtbcat/catscan (coefficient of variation under 0.1)',
  limits: {
    variation: {
      label: 'Difference between day and night (0 is none), under',
      unit: 'ratio',
      default: 0.1,
      min: 0.01,
      max: 1,
    },
    ...SPARED,
  },
  cases: ({ variation, marked }) => [
    { verdict: 'suspect', when: all(lt('source_hour_variation', variation), unexplained(marked)) },
  ],
});
