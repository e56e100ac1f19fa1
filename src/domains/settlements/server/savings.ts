import Big from 'big.js';
import type {
  SavingsOfMonth,
  SavingsOfPublisher,
  SavingsTotal,
} from '#domains/settlements/contract/savings-endpoints.ts';
import { rounded, textOf } from './money.ts';

/** Of a source in a month (`2026-11`), in one currency; amounts are decimal text. */
export interface OfSource {
  publisher: string;
  month: string;
  currency: string;
}

export interface Saved {
  /** `unsettled`: of what is at risk, what no approved report covers. */
  costs: readonly (OfSource & { spent: string; at_risk: string; unsettled: string })[];
  saved: readonly (OfSource & { amount: string })[];
  recovered: readonly (OfSource & { amount: string })[];
}

export interface Savings {
  months: SavingsOfMonth[];
  publishers: SavingsOfPublisher[];
  totals: SavingsTotal[];
}

const PARTS = ['spend', 'at_risk', 'unsettled', 'saved', 'recovered'] as const;
type Sums = Record<(typeof PARTS)[number], Big>;
const ZERO = new Big(0);

/**
 * By month, by source, and together; amounts of two currencies are never added.
 *
 *     at risk = saved + recovered + difference + open
 *
 * `open` lies on days that no approved report covers, so that it is nothing once all are settled. `difference` is the
 * rest of the settled days: a recorded cost that is not the agreed price, an allowance, what the next report takes back.
 * It is less than nothing where reports deducted more than events cost.
 */
export function savingsOf({ costs, saved, recovered }: Saved): Savings {
  const parts = [
    ...costs.map((each) => ({ ...each, spend: each.spent })),
    ...saved.map(({ amount, ...each }) => ({ ...each, saved: amount })),
    ...recovered.map(({ amount, ...each }) => ({ ...each, recovered: amount })),
  ];
  const months = grouped(parts, ({ month, currency }) => [month, currency]);
  const publishers = grouped(parts, ({ publisher, currency }) => [publisher, currency]);
  return {
    months: months
      .map(([[month, currency], sums]) => ({ month, ...told(currency, sums) }))
      .sort((a, b) => (a.month < b.month ? -1 : a.month > b.month ? 1 : a.currency < b.currency ? -1 : 1)),
    publishers: publishers
      .sort(([[a], one], [[b], other]) => other.at_risk.cmp(one.at_risk) || (a < b ? -1 : 1))
      .map(([[publisher, currency], sums]) => ({ publisher, ...told(currency, sums) })),
    totals: grouped(parts, ({ currency }) => ['', currency])
      .sort(([, one], [, other]) => other.at_risk.cmp(one.at_risk))
      .map(([[, currency], sums]) => told(currency, sums)),
  };
}

type Part = OfSource & Partial<Record<(typeof PARTS)[number], string>>;
type Key = readonly [name: string, currency: string];

function grouped(parts: readonly Part[], keyOf: (part: Part) => Key): [Key, Sums][] {
  const groups = new Map<string, [Key, Sums]>();
  for (const part of parts) {
    const key = keyOf(part);
    const text = JSON.stringify(key);
    const [, sums] = groups.get(text) ?? [
      key,
      { spend: ZERO, at_risk: ZERO, unsettled: ZERO, saved: ZERO, recovered: ZERO },
    ];
    for (const name of PARTS) sums[name] = sums[name].plus(part[name] ?? 0);
    groups.set(text, [key, sums]);
  }
  return [...groups.values()];
}

function told(currency: string, sums: Sums): SavingsTotal {
  const cut = (amount: Big): Big => rounded(amount, currency);
  const [atRisk, saved] = [cut(sums.at_risk), cut(sums.saved)];
  const [recovered, open] = [cut(sums.recovered), cut(sums.unsettled)];
  const text = (amount: Big): string => textOf(amount, currency);
  return {
    currency,
    spend: text(sums.spend),
    at_risk: text(atRisk),
    saved: text(saved),
    recovered: text(recovered),
    // Of what is shown, so that it adds up as it is read.
    difference: text(atRisk.minus(saved).minus(recovered).minus(open)),
    open: text(open),
  };
}
