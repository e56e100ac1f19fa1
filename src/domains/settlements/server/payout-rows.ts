import type { SettlementSetting } from '#domains/agreements/contract/agreement.ts';
import type { PayoutRow, PayoutTotal } from '#domains/settlements/contract/payout.ts';
import type { Period } from './basis.ts';
import type { PayeeLine } from './lines-of.ts';
import { sum, textOf } from './money.ts';
import type { Reported } from './reported-counts.ts';
import type { Settled, SettledLine, Terms } from './settlement.ts';

/** A line of a report as it is shown; `together` are the paid units of all lines under its terms. */
export function rowOf(
  publisher: string,
  line: Omit<PayeeLine, 'behind'>,
  settled: SettledLine,
  { period, terms, together }: { period: Period; terms: Terms; together: number },
): PayoutRow {
  const { currency, per, percent, tiers, tiers_apply } = terms;
  const { duplicate, out_of_window, unapproved, invalid } = line.counts;
  return {
    period_from: period.from,
    period_to: period.to,
    publisher,
    campaign: line.campaign,
    event: line.event,
    payment_model: line.payment_model,
    model: line.model,
    gross: settled.gross,
    reported: line.reported,
    discrepancy_percent: settled.discrepancy,
    duplicate,
    invalid: settled.invalid,
    invalid_by: { ...invalid },
    out_of_window,
    unapproved,
    over_cap: settled.over_cap,
    whitelisted: line.whitelisted,
    allowed: settled.allowed,
    valid: settled.valid,
    rate: settled.rate,
    gross_amount: textOf(settled.gross_amount, currency),
    deductions: textOf(settled.deductions, currency),
    deducted: Object.fromEntries([...settled.deducted].map(([name, each]) => [name, textOf(each, currency)])),
    net: textOf(settled.net, currency),
    currency,
    is_disputed: settled.isDisputed,
    reckoned: { paid: settled.paid, per, percent, earned: settled.earned, tiers: [...tiers], tiers_apply, together },
  };
}

/** What a partner counted and nobody here saw: disputed, and nothing is owed for it. */
export const unseenRow = (
  publisher: string,
  { campaign, event, model = '', units }: Reported,
  { from, to }: Period,
): PayoutRow => ({
  period_from: from,
  period_to: to,
  publisher,
  campaign,
  event,
  payment_model: '',
  model,
  gross: 0,
  reported: units,
  discrepancy_percent: null,
  duplicate: 0,
  invalid: 0,
  invalid_by: {},
  out_of_window: 0,
  unapproved: 0,
  over_cap: 0,
  whitelisted: 0,
  allowed: 0,
  valid: 0,
  rate: null,
  gross_amount: '0',
  deductions: '0',
  deducted: {},
  net: '0',
  currency: '',
  is_disputed: units > 0,
});

/** What the publisher is owed, in each currency. */
export const totalsOf = (publisher: string, settled: Settled, setting: SettlementSetting | undefined): PayoutTotal[] =>
  settled.totals.map(({ currency, ...total }) => {
    const own = settled.agreements.filter((each) => each.currency === currency);
    const extras = sum(own.flatMap((each) => [each.fixed, each.given_back, each.guarantee, each.over_budget]));
    return {
      publisher,
      currency,
      gross_amount: textOf(total.gross_amount, currency),
      deductions: textOf(total.deductions, currency),
      extras: textOf(extras, currency),
      adjustments: textOf(total.adjustments, currency),
      net: textOf(total.net, currency),
      tax: textOf(total.tax, currency),
      withholding: textOf(total.withholding, currency),
      payable: textOf(total.payable, currency),
      is_carried: total.payable.lt(setting?.min_payout ?? '0'),
      status: null,
      settlement_id: null,
      invoice_no: null,
      due_date: null,
    };
  });
