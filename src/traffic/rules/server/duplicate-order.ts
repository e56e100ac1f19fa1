import { known } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';

export const duplicateOrder = rule({
  id: 'duplicate_order',
  title: 'Order booked twice',
  method: 45,
  reason: 'evt.duplicate',
  stage: 'arrival',
  kinds: ['app_event', 'web_event', 're_event'],
  needs: ['order_repeat'],
  looksAt: 'An earlier event of the same name carries the same order or receipt id. An order is paid for once.',
  falsePositives:
    'Pages reloaded after the purchase, and servers that repeat a request: the first event counts. Refunds (negative revenue) are left out.',
  source: 'Adjust purchase verification; practice of conversion tracking (transaction id)',
  limits: {},
  cases: () => [{ verdict: 'fraud', when: known('order_repeat') }],
});
