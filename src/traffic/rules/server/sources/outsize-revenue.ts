import { all, gt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const outsizeRevenue = rule({
  id: 'outsize_revenue',
  title: 'Revenue far beyond the usual',
  method: 45,
  reason: 'evt.fake',
  stage: 'sweep',
  kinds: kindsOf('event'),
  needs: ['source_revenue_times'],
  looksAt:
    'Hardly one in a hundred such events of others brings as much. Ten times that is no customer, it is a number somebody made up.',
  falsePositives:
    'Wholesale orders and single large customers. Amounts are compared only within one event name and one currency, so a rare, expensive product with a name of its own is compared with nothing.',
  source: 'Adjust purchase verification; threshold of the field report',
  limits: {
    times: {
      label: 'Revenue, against the top 1 % of other sources: over',
      unit: 'times',
      default: 10,
      min: 2,
      max: 10_000,
    },
  },
  cases: ({ times }) => [{ verdict: 'suspect', when: all(gt('revenue', 0), gt('source_revenue_times', times)) }],
});
