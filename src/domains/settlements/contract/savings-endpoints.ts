import { z } from 'zod';
import { dateRangeQuery } from '#platform/contract/date-range.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, fileBody } from '#platform/contract/envelopes.ts';

/** Decimal text. */
const money = z.string();

/** What fraud would have cost, and what became of it. */
const sums = {
  currency: z.string(),
  /** What events cost: as they say, as agreed, or by a price. */
  spend: money,
  /** Of it of events that are invalid. */
  at_risk: money,
  /** What approved payout reports did not pay because events were invalid or came twice. */
  saved: money,
  /** What later reports took back of approved ones, because events turned out to be invalid. */
  recovered: money,
  /** Of what is at risk on settled days, what reports neither deducted nor took back; below nothing where they deducted more. */
  difference: money,
  /** Of what is at risk, what no approved report covers yet. */
  open: money,
};

export const savingsOfMonth = z.object({ month: z.string(), ...sums });
export const savingsOfPublisher = z.object({ publisher: z.string(), ...sums });
export const savingsTotal = z.object(sums);
export type SavingsOfMonth = z.infer<typeof savingsOfMonth>;
export type SavingsOfPublisher = z.infer<typeof savingsOfPublisher>;
export type SavingsTotal = z.infer<typeof savingsTotal>;

const ofDays = z.strictObject({ package_name: z.string().min(1).max(200), ...dateRangeQuery });

export const savingsEndpoints = {
  savings: endpoint({
    method: 'GET',
    path: '/api/reconciliation/savings',
    summary: 'What fraud would have cost, by month and publisher, and what of it was not paid or came back',
    access: 'money.write',
    query: ofDays,
    response: envelope(
      z.object({
        months: z.array(savingsOfMonth),
        publishers: z.array(savingsOfPublisher),
        totals: z.array(savingsTotal),
      }),
    ),
  }),
  savings_download: endpoint({
    method: 'GET',
    path: '/api/reconciliation/savings/download',
    summary: 'The same as CSV: months, then publishers, then all together',
    access: 'money.write',
    query: ofDays,
    response: fileBody,
    answer: 'file',
  }),
};
