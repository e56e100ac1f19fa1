import { gt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const sameInstallTimes = rule({
  id: 'same_install_times',
  title: 'Times to install that repeat to the second',
  method: 30,
  reason: 'clk.injection',
  stage: 'sweep',
  kinds: kindsOf('install'),
  needs: ['source_ctit_peak'],
  looksAt:
    'Between click and first open lie people and networks. When a fifth of a source takes the same number of seconds, a program waited.',
  falsePositives: 'Sources that round their clocks.',
  source: 'hitprobe glossary; threshold own',
  limits: {
    share: { label: 'Installs with the same CTIT to the second: over', unit: 'percent', default: 20, min: 2, max: 100 },
  },
  cases: ({ share }) => [{ verdict: 'suspect', when: gt('source_ctit_peak', share) }],
});
