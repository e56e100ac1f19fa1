import { all, gt, lt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { BURST_LIMITS, notInCommonBurst } from './common-burst.ts';

const DAY = 86_400;

export const reengagementLoop = rule({
  id: 'reengagement_loop',
  title: 'Re-engagement loop',
  method: 48,
  reason: 'reng.loop',
  stage: 'arrival',
  kinds: ['re_click', 're_event'],
  needs: ['reclicks_24h', 'idle_seconds', 'burst_publishers'],
  looksAt:
    'The same person is brought back to the app many times within a day, and each time is billed. Who was using the app within that day besides was never away: the two together are fraud. What several publishers bring within the same half hour is left alone: messages went out.',
  falsePositives: 'Push messages and ads that overlap. Raise the limit for apps people open all day.',
  source: 'Field practice of re-engagement audits; default ours',
  limits: {
    perDay: { label: 'Re-engagements in 24 hours: more than', unit: 'events', default: 5, min: 1, max: 1_000 },
    ...BURST_LIMITS,
  },
  cases: ({ perDay, publishers }) => [
    {
      verdict: 'fraud',
      when: all(gt('reclicks_24h', perDay), lt('idle_seconds', DAY), notInCommonBurst(publishers)),
    },
    { verdict: 'suspect', when: all(gt('reclicks_24h', perDay), notInCommonBurst(publishers)) },
  ],
});
