import { all, eq, gt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';

export const failedReceipt = rule({
  id: 'failed_receipt',
  title: 'Receipt the store does not know',
  method: 45,
  reason: 'evt.fake',
  stage: 'arrival',
  kinds: ['app_event'],
  needs: [],
  looksAt: 'The event claims a purchase, and the store did not confirm its receipt.',
  falsePositives:
    'Stores that cannot be reached, test purchases, and sources that report “false” where nobody has asked the store.',
  source: 'AppsFlyer receipt validation (is_receipt_validated); Adjust purchase verification',
  limits: {},
  cases: () => [{ verdict: 'suspect', when: all(eq('receipt_check', 'false'), gt('revenue', 0)) }],
});
