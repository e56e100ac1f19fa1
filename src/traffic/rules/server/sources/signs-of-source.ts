import { all, gt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { HAS_OWN_SIGN, OWN_SIGN_NEEDS } from '../own-signs.ts';
import { kindsOf } from './kinds-of.ts';

export const signsOfSource = rule({
  id: 'signs_of_source',
  title: 'Sign of fraud, at a source full of such signs',
  method: 69,
  reason: 'bot.behaviour',
  stage: 'sweep',
  kinds: kindsOf('impression', 'click', 'install', 'video', 'visit'),
  needs: ['source_signs', ...OWN_SIGN_NEEDS],
  looksAt:
    'The event has a sign of its own that alone only makes suspect (another domain than declared, a click too soon or too often, a phone with ever new ids, another source in the store, stacked ads, an impossible video), and so have far more events of its source than chance brings. Both together make it fraud.',
  falsePositives:
    'Sources whose technology produces the sign: impression and click sent in one batch, a page that caches show under their own name, players that report out of order.',
  source:
    'MRC IVT addendum (corroboration of an event by the pattern of its source). Signs are counted by their default limits; the share is ours: of honest sources under 3 % of events have one',
  limits: {
    share: {
      label: 'Events with signs of their own, of all of the source: over',
      unit: 'percent',
      default: 10,
      min: 1,
      max: 100,
    },
  },
  cases: ({ share }) => [{ verdict: 'suspect', when: all(gt('source_signs', share), HAS_OWN_SIGN) }],
});
