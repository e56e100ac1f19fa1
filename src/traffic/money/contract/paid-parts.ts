import type { Verdict } from '#traffic/event/contract/event.ts';
import { type Amounts, addAmounts } from './decimal.ts';
import type { Paid } from './money-endpoints.ts';

/** What is told of money, and whose: of all events but known bots where no verdict stands. */
export const PAID_PARTS = { spend: null, at_risk: 'fraud', suspect_cost: 'suspect' } as const satisfies Record<
  string,
  Verdict | null
>;
export type PaidPart = keyof typeof PAID_PARTS;

/** What of each part comes from prices. */
export const ASSUMED_PARTS = {
  spend: 'assumed_spend',
  at_risk: 'assumed_at_risk',
  suspect_cost: 'assumed_suspect_cost',
} as const satisfies Record<PaidPart, string>;

/** Whether events of this verdict belong to the part. */
export const isIn = (part: PaidPart, verdict: Verdict): boolean =>
  PAID_PARTS[part] === null ? verdict !== 'filtered' : verdict === PAID_PARTS[part];

/** Each part and what of it is assumed. */
const paidOf = (amountsOf: (part: PaidPart, assumed: boolean) => Paid['spend']): Paid => ({
  spend: amountsOf('spend', false),
  at_risk: amountsOf('at_risk', false),
  suspect_cost: amountsOf('suspect_cost', false),
  assumed_spend: amountsOf('spend', true),
  assumed_at_risk: amountsOf('at_risk', true),
  assumed_suspect_cost: amountsOf('suspect_cost', true),
});

/** What several parts of the traffic cost together, currency by currency. */
export const sumOfPaid = (parts: readonly Paid[]): Paid =>
  paidOf((part, assumed) => addAmounts(parts.map((one) => one[assumed ? ASSUMED_PARTS[part] : part])));

/** What events of one verdict cost in one currency; `assumed` is 1 where prices say so. */
export interface Spent {
  verdict: Verdict;
  spent_in: string;
  assumed: number;
  /** Decimal text. */
  spent: string;
}

export const paidFrom = (rows: readonly Spent[]): Paid =>
  paidOf((part, assumed) =>
    addAmounts(
      rows
        .filter((row) => isIn(part, row.verdict) && (!assumed || row.assumed === 1))
        .map(({ spent_in, spent }): Amounts => ({ [spent_in]: spent })),
    ),
  );

/** The money of a row that the engine answered, apart from what else is in it. */
export function moneyApart<R extends Paid>(row: R): { money: Paid; rest: Omit<R, keyof Paid> } {
  const { spend, at_risk, suspect_cost, assumed_spend, assumed_at_risk, assumed_suspect_cost, ...rest } = row;
  const money = { spend, at_risk, suspect_cost, assumed_spend, assumed_at_risk, assumed_suspect_cost };
  return { money, rest };
}
