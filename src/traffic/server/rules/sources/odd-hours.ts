import { gt } from '#platform/contract/condition.ts';
import { rule } from '../../../contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const oddHours = rule({
  id: 'odd_hours',
  title: 'Hours unlike the market',
  reason: 'bot.behaviour',
  stage: 'sweep',
  kinds: kindsOf('impression', 'click', 'install', 'video', 'visit'),
  needs: ['source_hour_divergence'],
  looksAt: 'People have days and nights. The hours of the source, local to each country, are not those of others.',
  falsePositives: 'Shift work, campaigns that run at certain hours only, and countries with several time zones.',
  source: 'FDMA 2012, night features; rtbcat/catscan; threshold of the field report',
  limits: {
    divergence: { label: 'Divergence over', unit: 'ratio', default: 0.1, min: 0.01, max: 1 },
  },
  cases: ({ divergence }) => [{ verdict: 'suspect', when: gt('source_hour_divergence', divergence) }],
});
