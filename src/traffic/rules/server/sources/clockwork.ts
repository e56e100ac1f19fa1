import { gt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const clockwork = rule({
  id: 'clockwork',
  title: 'Busy in the same minute of every hour',
  method: 50,
  reason: 'bot.behaviour',
  stage: 'sweep',
  kinds: kindsOf('impression', 'click', 'install', 'video', 'visit'),
  needs: ['source_minute_peak'],
  looksAt:
    'Events pile up in the same minute of the hour, hour after hour, as scheduled programs make them. The bursts after a few messages that went out on the hour are no beat: each hour counts with the root of its events, and for three at most.',
  falsePositives: 'Mailings and push messages sent in most hours of the day, always on the hour.',
  source: 'FDMA 2012, quarter-hour features; Pixalate (auto reloader); threshold own',
  limits: {
    peak: {
      label: 'Busiest minute of the hour, against an even spread: over',
      unit: 'times',
      default: 3,
      min: 1.5,
      max: 60,
    },
  },
  cases: ({ peak }) => [{ verdict: 'suspect', when: gt('source_minute_peak', peak) }],
});
