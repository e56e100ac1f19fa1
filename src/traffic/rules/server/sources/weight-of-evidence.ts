import { rule } from '#traffic/rules/contract/rule.ts';
import { EVIDENCE_RULE, NOTCH_NAMES, NOTCHES } from '#traffic/rules/contract/strength.ts';
import { atMostWrong, EVIDENCE } from '../evidence.ts';
import { kindsOf } from './kinds-of.ts';

export const weightOfEvidence = rule({
  id: EVIDENCE_RULE,
  title: 'Weight of evidence about a source',
  method: 69,
  reason: 'bot.behaviour',
  stage: 'sweep',
  lends: true,
  kinds: kindsOf('impression', 'click', 'install', 'video', 'visit'),
  needs: [],
  looksAt:
    'What the statistics of a source say together: one overwhelming sign, or two of different causes (how many clicks convert, when events come, which devices, who returns). Where so few of its events would be called wrongly as the limit accepts, suspect becomes fraud, for the reason of the sign.',
  falsePositives:
    'Genuine events of a fraudulent source: statistics tell sources apart, not single events. The limit says how many of a hundred events called fraud may be genuine. Lenient: 4. Balanced: 10. Strict: 35. At 0 it makes nothing fraud; rules that are sure by themselves, such as those on floods, still do.',
  source:
    'Shares measured on tuning seeds of the bench, and how they hold on others, in bench/detection/RESULTS.md; the signs are those of the rules of the same names, by their default limits',
  limits: {
    wrong: {
      label: 'Wrong calls accepted, at most',
      unit: 'percent',
      default: NOTCHES.balanced,
      min: 0,
      max: 50,
      notches: NOTCH_NAMES.map((name) => ({ name, value: NOTCHES[name] })),
      evidence: EVIDENCE.map(({ signs, wrong }) => ({ rules: signs.map(({ id }) => id), wrong })),
    },
  },
  cases: ({ wrong }) => [{ verdict: 'fraud', when: atMostWrong(wrong) }],
});
