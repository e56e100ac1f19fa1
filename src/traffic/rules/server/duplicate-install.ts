import { all, lt, not, oneOf } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';

export const duplicateInstall = rule({
  id: 'duplicate_install',
  title: 'Duplicate install',
  method: 40,
  reason: 'ins.duplicate',
  stage: 'arrival',
  kinds: ['install'],
  needs: ['install_repeat_days'],
  looksAt: 'The same device was booked as a new install of this app a short while ago. It is paid once.',
  falsePositives: 'Real reinstalls: if the source labels them as reinstall or re-attribution, they do not count.',
  source: '24metrics duplicate install filter (30 days)',
  limits: {
    days: { label: 'Time since the last install: less than', unit: 'days', default: 30, min: 1, max: 365 },
  },
  cases: ({ days }) => [
    { verdict: 'fraud', when: all(lt('install_repeat_days', days), not(oneOf('install_type', NOT_BILLED_AS_NEW))) },
  ],
});

/** Returns say so themselves, and an organic install takes money from nobody. */
const NOT_BILLED_AS_NEW = ['reinstall', 're-attribution', 're-engagement', 'organic'];
