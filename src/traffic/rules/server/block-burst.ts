import { all, eq, gte, not } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';

export const blockBurst = rule({
  id: 'block_burst',
  title: 'Burst of alike installs',
  method: 15,
  reason: 'dev.farm',
  stage: 'arrival',
  kinds: ['install'],
  needs: ['block_installs_1h'],
  looksAt:
    'One small block of addresses installs the app again and again on the same model and system: an install farm.',
  falsePositives:
    'Companies and campuses that hand out one model of phone. Mobile networks put thousands of phones behind one block, so installs without Wi-Fi do not count.',
  source: 'tekies MMP rule page (10 installs of one /24 with the same model and system in an hour)',
  limits: {
    installs: { label: 'Alike installs in an hour: at least', unit: 'events', default: 10, min: 2, max: 10_000 },
  },
  cases: ({ installs }) => [
    { verdict: 'suspect', when: all(gte('block_installs_1h', installs), not(eq('wifi', 'false'))) },
  ],
});
