import { z } from 'zod';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { SETTLEMENT_STATES } from './states.ts';

const id = z.number().int();
const units = z.number().int();
/** Decimal text, with a sign where it is negative. */
const money = z.string();

/** A line of a payout report: the events of a source and campaign under one agreement. */
export const payoutRow = z.object({
  period_from: z.string(),
  period_to: z.string(),
  publisher: z.string(),
  campaign: z.string(),
  event: z.string(),
  /** Name and kind of the payment model; '' where nothing is agreed, and then nothing is owed. */
  payment_model: z.string(),
  model: z.string(),
  gross: units,
  reported: units.nullable(),
  discrepancy_percent: z.string().nullable(),
  duplicate: units,
  invalid: units,
  /** The same by category of fraud. */
  invalid_by: z.record(z.string(), units),
  out_of_window: units,
  unapproved: units,
  over_cap: units,
  /** White-listed although rules hit them: within valid. */
  whitelisted: units,
  /** Invalid that is paid nevertheless. */
  allowed: units,
  valid: units,
  rate: z.string().nullable(),
  gross_amount: money,
  deductions: money,
  /** By bucket, categories of fraud as `invalid.bot`. */
  deducted: z.record(z.string(), money),
  net: money,
  currency: z.string(),
  is_disputed: z.boolean(),
  /** By what the amount was reckoned beside the rate: what documents say of it. Older reports and unpaid lines have none. */
  reckoned: z
    .object({
      /** Units that are paid for: valid and allowed ones, of no more than the cap of the agreement. */
      paid: units,
      /** A rate is of so many units. */
      per: units,
      /** Share of what the paid events earned (or say they cost), and that. */
      percent: z.string(),
      earned: money,
      tiers: z.array(z.object({ up_to: units.nullable(), rate: z.string() })),
      tiers_apply: z.enum(['within', 'all']),
      /** Paid units of all lines under the same terms: what tiers are of. */
      together: units,
    })
    .optional(),
  /** Where the events of the line are, and no other line's; null where a filter of events cannot tell them apart. */
  events: z.object({ from: z.string(), to: z.string(), kinds: z.array(z.enum(EVENT_KINDS)) }).nullish(),
});
export type PayoutRow = z.infer<typeof payoutRow>;

/** What a publisher is owed for the period, in one currency. */
export const payoutTotal = z.object({
  publisher: z.string(),
  currency: z.string(),
  gross_amount: money,
  deductions: money,
  /** Fixed amounts, guarantees, what bounds give back and budgets take away. */
  extras: money,
  adjustments: money,
  net: money,
  tax: money,
  withholding: money,
  payable: money,
  /** Less than what is paid out at least: waits for the next period. */
  is_carried: z.boolean(),
  status: z.enum(SETTLEMENT_STATES).nullable(),
  settlement_id: id.nullable(),
  invoice_no: z.string().nullable(),
  due_date: z.string().nullable(),
});
export type PayoutTotal = z.infer<typeof payoutTotal>;

/** What became of claims on a publisher whose days the report shares, in one currency. */
export const payoutClaims = z.object({
  publisher: z.string(),
  currency: z.string(),
  claims: units,
  claimed: money,
  accepted: money,
  /** Objected to, and insisted on. */
  upheld: money,
  taken_back: money,
  /** Without an answer in time. */
  not_answered: money,
  /** Still to be answered or decided. */
  waiting: money,
});
export type PayoutClaims = z.infer<typeof payoutClaims>;

/** A report of a publisher and period, as it was generated. */
export const settlementView = z.object({
  id,
  package_name: z.string(),
  publisher: z.string(),
  period_from: z.string(),
  period_to: z.string(),
  state: z.enum(SETTLEMENT_STATES),
  /** Not approved, and its figures would come out otherwise if it were generated now. */
  is_outdated: z.boolean(),
  disputed_lines: units,
  totals: z.array(payoutTotal),
  created_by: z.string(),
  created_at: z.string(),
  approved_by: z.string().nullable(),
  approved_at: z.string().nullable(),
  updated_at: z.string(),
});
export type SettlementView = z.infer<typeof settlementView>;
