import { type Decision, VERDICTS, type Verdict } from '#traffic/event/contract/event.ts';
import type { DecisionPreview } from '#traffic/explorer/contract/decision-endpoints.ts';
import { AMOUNT_DIGITS, decimalOf, unitsOf } from '#traffic/money/contract/decimal.ts';

/** An event that a decision would be about, as it is booked now. */
export interface ToDecide {
  row_id: string;
  /** Unix milliseconds. */
  ms: number;
  publisher: string;
  verdict: Verdict;
  /** Of the cost, by prices and rates. */
  currency: string;
  /** Decimal text. */
  cost: string;
  /** 1 where a price is assumed. */
  assumed: number;
}

const SHOWN_PUBLISHERS = 10;
/** Amounts by currency; those of nothing are left out. */
class Money {
  readonly #sums = new Map<string, bigint>();
  readonly #assumed = new Set<string>();
  add({ currency, cost, assumed }: ToDecide): void {
    const units = unitsOf(cost, AMOUNT_DIGITS);
    this.#sums.set(currency, (this.#sums.get(currency) ?? 0n) + units);
    if (assumed > 0 && units !== 0n) this.#assumed.add(currency);
  }
  list(): DecisionPreview['cost'] {
    return [...this.#sums]
      .filter(([, sum]) => sum !== 0n)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, sum]) => ({
        currency,
        cost: decimalOf(sum, AMOUNT_DIGITS),
        assumed: this.#assumed.has(currency),
      }));
  }
}

/** What a decision changes of these events. When a mark is taken back the rules decide: nobody knows before. */
export function effectOf(
  rows: readonly ToDecide[],
  decision: Decision,
): Pick<DecisionPreview, 'from' | 'cost' | 'publishers' | 'more_publishers'> {
  const from = new Map<Verdict, number>();
  const cost = new Money();
  const publishers = new Map<string, { events: number; changing: number; cost: Money }>();
  for (const row of rows) {
    const of = publishers.get(row.publisher) ?? { events: 0, changing: 0, cost: new Money() };
    publishers.set(row.publisher, of);
    of.events += 1;
    from.set(row.verdict, (from.get(row.verdict) ?? 0) + 1);
    if (decision === 'none' || row.verdict === decision) continue;
    of.changing += 1;
    of.cost.add(row);
    cost.add(row);
  }
  const largest = [...publishers].sort(([a, { events: n }], [b, { events: m }]) => m - n || (a < b ? -1 : 1));
  return {
    from: VERDICTS.flatMap((verdict) => {
      const events = from.get(verdict);
      return events === undefined ? [] : [{ verdict, events }];
    }),
    cost: cost.list(),
    publishers: largest
      .slice(0, SHOWN_PUBLISHERS)
      .map(([publisher, of]) => ({ publisher, ...of, cost: of.cost.list() })),
    more_publishers: Math.max(0, largest.length - SHOWN_PUBLISHERS),
  };
}
