import { all, any, gt, lt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import {
  FLOOD_SOURCE,
  FRAUD_RATIO,
  isFlood,
  LATE_SECONDS,
  SECOND_SIGN,
  SECOND_SIGN_NEEDS,
  SOON_RATIO,
} from './flood-signs.ts';
import { kindsOf } from './kinds-of.ts';

export const floodInstalls = rule({
  id: 'flood_installs',
  title: 'Install that a flood has claimed',
  method: 23,
  reason: 'clk.flooding',
  stage: 'sweep',
  kinds: kindsOf('install'),
  needs: ['source_conversion_ratio', 'source_soon_ratio', 'ctit_seconds', ...SECOND_SIGN_NEEDS],
  looksAt:
    'The source floods, by two signs or because hardly an install comes within the hour for so many clicks, and this install came so long after its click that the click was hardly the cause. Installs soon after their click stay suspect: they may be genuine.',
  falsePositives: 'People who install long after they saw the ad; about one in five does.',
  source: FLOOD_SOURCE,
  limits: {
    ...FRAUD_RATIO,
    ...SECOND_SIGN,
    soonRatio: { ...SOON_RATIO.soonRatio, default: 0.05 },
    late: {
      label: 'CTIT over',
      unit: 'seconds',
      default: LATE_SECONDS,
      min: 60,
      max: 604_800,
    },
  },
  cases: ({ late, soonRatio, ...signs }) => [
    {
      verdict: 'fraud',
      when: all(any(isFlood(signs), lt('source_soon_ratio', soonRatio)), gt('ctit_seconds', late)),
    },
  ],
});
