import { all, gt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const manyPayers = rule({
  id: 'many_payers',
  title: 'More people pay than elsewhere',
  method: 45,
  reason: 'evt.fake',
  stage: 'sweep',
  kinds: kindsOf('event'),
  needs: ['source_payer_ratio'],
  looksAt:
    'Of the people the source brings, far more pay by the next day than of those others bring from the same countries. A sale makes more people buy; a script makes nearly everybody buy.',
  falsePositives: 'Coupons, sales, and paid apps that report buyers only: white-list them.',
  source:
    'AppsFlyer 2018 (four times what the best source shows) on rates of events; the limit is ours, against the usual and at the lower bound of a 95 % interval',
  limits: {
    ratio: { label: 'Paying users, against other sources: over', unit: 'times', default: 1.75, min: 1.2, max: 100 },
  },
  cases: ({ ratio }) => [{ verdict: 'suspect', when: all(gt('revenue', 0), gt('source_payer_ratio', ratio)) }],
});
