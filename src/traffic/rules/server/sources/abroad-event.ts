import { all, gt, known } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const abroadEvent = rule({
  id: 'abroad_event',
  title: 'Address abroad, at a source from abroad',
  method: 12,
  reason: 'net.geo_mismatch',
  stage: 'sweep',
  kinds: kindsOf('impression', 'click', 'install', 'video', 'visit'),
  needs: ['source_abroad', 'country_conflict'],
  looksAt:
    'The address of the event lies in another country than declared, and so do far more addresses of its source than people travel. Source and event say the same of each other.',
  falsePositives: 'Sources near a border, and carriers that route their customers through another country.',
  source:
    'Tapper and Spider AF (geo masking); jampp 2016; what the two signs are worth together was measured on tuning seeds of the bench',
  limits: {
    share: { label: 'Addresses abroad, of all of the source: over', unit: 'percent', default: 5, min: 1, max: 100 },
  },
  cases: ({ share }) => [{ verdict: 'fraud', when: all(gt('source_abroad', share), known('country_conflict')) }],
});
