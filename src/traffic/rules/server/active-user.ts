import { all, lt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { BURST_LIMITS, notInCommonBurst } from './common-burst.ts';

const DAY = 86_400;

export const activeUser = rule({
  id: 'active_user',
  title: 'Re-engaged while active',
  method: 47,
  reason: 'reng.active_user',
  stage: 'arrival',
  kinds: ['re_event'],
  needs: ['idle_seconds', 'burst_publishers'],
  looksAt:
    'The person used the app shortly before the re-engagement that claims to have brought them back. What several publishers bring within the same half hour is left alone: a push message calls everybody, whoever used the app besides.',
  falsePositives:
    'A push message of one publisher alone. Two devices of one person. A click alone claims nothing: people who use the app still like its ads. The window is what advertiser and partner agreed.',
  source: 'Inactivity windows of the measurement partners (re-engagement window); default ours',
  limits: { days: { label: 'Inactive for less than', unit: 'days', default: 1, min: 1, max: 90 }, ...BURST_LIMITS },
  cases: ({ days, publishers }) => [
    { verdict: 'suspect', when: all(lt('idle_seconds', days * DAY), notInCommonBurst(publishers)) },
  ],
});
