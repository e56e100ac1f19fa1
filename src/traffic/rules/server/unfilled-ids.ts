import { known } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { APP_KINDS, CLICK_KINDS } from './event-kinds.ts';

export const unfilledIds = rule({
  id: 'unfilled_ids',
  title: 'Ids that name nothing',
  method: 36,
  reason: 'dev.malformed_id',
  stage: 'arrival',
  kinds: [...CLICK_KINDS, ...APP_KINDS],
  needs: ['id_flaw'],
  looksAt:
    'The id of the device or of the click is a macro nobody filled in ({gaid}, __CLICKID__), one character again and again (ffff…), or has a form no device hands out. Nobody can be found by it, and no install belongs to such a click. Zeros and no id at all are left alone: people delete theirs.',
  falsePositives:
    'Links with a misspelt macro: all clicks of such a campaign are alike then, and the partner can mend it. So it only makes an event suspect.',
  source: 'AppsFlyer input_validation; Adjust malformed_advertising_id; MRC IVT addendum (parameter checks)',
  limits: {},
  cases: () => [{ verdict: 'suspect', when: known('id_flaw') }],
});
