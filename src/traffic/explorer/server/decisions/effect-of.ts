import { type Decision, VERDICTS, type Verdict } from '#traffic/event/contract/event.ts';
import type { DecisionPreview } from '#traffic/explorer/contract/decision-endpoints.ts';

/** An event that a decision would be about, as it is booked now. */
export interface ToDecide {
  row_id: string;
  /** Unix milliseconds. */
  ms: number;
  publisher: string;
  verdict: Verdict;
  currency: string;
  /** Decimal text. */
  cost: string;
}

const SHOWN_PUBLISHERS = 10;
const PLACES = 6;

/** Money in millionths, exactly: what is booked has six places. */
function millionths(decimal: string): bigint {
  const [whole = '0', part = ''] = decimal.split('.');
  const size = BigInt(whole.replace('-', '') + part.padEnd(PLACES, '0').slice(0, PLACES));
  return decimal.startsWith('-') ? -size : size;
}

function decimalOf(amount: bigint): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(PLACES + 1, '0');
  const text = `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`.replace(/0+$/, '').replace(/\.$/, '');
  return amount < 0n ? `-${text}` : text;
}

/** Amounts by currency; those of nothing are left out. */
class Money {
  readonly #sums = new Map<string, bigint>();
  add({ currency, cost }: ToDecide): void {
    this.#sums.set(currency, (this.#sums.get(currency) ?? 0n) + millionths(cost));
  }
  list(): { currency: string; cost: string }[] {
    return [...this.#sums]
      .filter(([, sum]) => sum !== 0n)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, sum]) => ({ currency, cost: decimalOf(sum) }));
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
