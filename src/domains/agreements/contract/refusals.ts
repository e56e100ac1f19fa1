import { refusals } from '#platform/contract/message.ts';

/** What agreements refuse. */
export const REFUSALS = refusals({
  payment_twice: 'There is a payment model of this name already',
  payment_used: 'Publishers are paid by this model: {{publishers}}. Take them off it first',
  no_such_model: 'The package has no payment model with this number',
  paid_twice: 'This publisher is paid for the same events by {{model}} in these days already',
  fixed_of_all: 'A fixed amount or a guarantee needs a publisher it is paid to',
  settlement_twice: 'There are settings for this publisher already',
  terms_settled:
    '{{publisher}} is settled by these terms until {{until}}: others may count from {{from}} on. What changes before is an adjustment',
  terms_settled_gone:
    '{{publisher}} is settled by these terms until {{until}}, so they stay: end them with a last day, {{until}} or later',
  agreement_changed: 'Somebody has changed this since you opened it; please open it again',
});
