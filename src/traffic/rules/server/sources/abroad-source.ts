import { all, gt, known } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const abroadSource = rule({
  id: 'abroad_source',
  title: 'Traffic from elsewhere',
  method: 12,
  reason: 'net.geo_mismatch',
  stage: 'sweep',
  kinds: kindsOf('impression', 'click', 'install', 'video', 'visit'),
  needs: ['source_abroad', 'country_conflict'],
  looksAt:
    'People travel, audiences do not. A source of which so many addresses lie in another country than it declares sells one country as another. An event of it whose own address lies abroad is fraud: the source and the event say the same; the others wait as suspect.',
  falsePositives:
    'Regions along a border, and carriers that lead their customers abroad through gateways in another country.',
  source: 'jampp 2016 (0.7 % of honest installs come from another country than their click; fraud from 5 %); Spider AF',
  limits: {
    share: { label: 'Share of events over', unit: 'percent', default: 5, min: 1, max: 100 },
  },
  cases: ({ share }) => [
    { verdict: 'fraud', when: all(gt('source_abroad', share), known('country_conflict')) },
    { verdict: 'suspect', when: gt('source_abroad', share) },
  ],
});
