import { decimalOf, unitsOf } from '#traffic/money/contract/decimal.ts';
import { PRICE_BASES, type PriceBasis } from '#traffic/money/contract/price-bases.ts';

/** A dated price as it is stored: of a source or of all ('') and, of cpa, of an event or of all ('').*/
export interface StoredPrice {
  id: number;
  publisher: string;
  basis: PriceBasis;
  event_name: string;
  /** Decimal text; null ends the prices before it. */
  amount: string | null;
  currency: string;
  /** First day it counts, in the package's time zone. */
  from: string;
}

/** What one event costs. */
export interface EventPrice {
  /** Decimal text with at most `UNIT_DIGITS` digits. */
  amount: string;
  currency: string;
}

/** Prices have six digits, a thousand impressions three more. */
export const UNIT_DIGITS = 9;

/** Prices of one basis over a range, every pair of source and event resolved on every day that changes one. */
export interface PriceGrid {
  basis: PriceBasis;
  /** Sources with entries of their own; the first row of the grid is for all others. */
  publishers: readonly string[];
  events: readonly string[];
  /** First days of the stretches after the first one. */
  changes: readonly string[];
  /** By source, then event, then stretch. */
  cells: readonly (EventPrice | undefined)[];
}

/** Later entries outweigh earlier ones: by the day from which they count, of one day by when they were made. */
const newestFirst = (a: StoredPrice, b: StoredPrice): number =>
  a.from === b.from ? b.id - a.id : a.from < b.from ? 1 : -1;

/**
 * What an event of this source costs on this day. The price of the source for the event, of the source, of all sources
 * for the event, of all: the first that has one.
 */
export function priceOn(
  prices: readonly StoredPrice[],
  { basis, publisher, event_name, day }: { basis: PriceBasis; publisher: string; event_name: string; day: string },
): EventPrice | undefined {
  const found = entryOn(prices, { basis, publisher, event_name, day });
  return found && { amount: unitOf(found.amount, basis), currency: found.currency };
}

type Priced = StoredPrice & { amount: string };

/** The entry that decides it. */
export function entryOn(
  prices: readonly StoredPrice[],
  { basis, publisher, event_name, day }: { basis: PriceBasis; publisher: string; event_name: string; day: string },
): Priced | undefined {
  const asked = prices.filter((price) => price.basis === basis && price.from <= day).sort(newestFirst);
  for (const source of new Set([publisher, '']))
    for (const event of new Set([event_name, ''])) {
      const found = asked.find((price) => price.publisher === source && price.event_name === event);
      if (found?.amount != null) return { ...found, amount: found.amount };
    }
  return undefined;
}

const unitOf = (amount: string, basis: PriceBasis): string =>
  decimalOf(unitsOf(amount, UNIT_DIGITS) / BigInt(PRICE_BASES[basis].per), UNIT_DIGITS);

/** The prices that count between two days, by basis; a basis without any is left out. */
export function priceGrids(prices: readonly StoredPrice[], { from, to }: { from: string; to: string }): PriceGrid[] {
  const bases = [...new Set(prices.map(({ basis }) => basis))].sort();
  return bases.flatMap((basis) => {
    const own = prices.filter((price) => price.basis === basis && price.from <= to);
    const named = (name: 'publisher' | 'event_name') =>
      [...new Set(own.map((price) => price[name]))].filter((n) => n !== '').sort();
    const [publishers, events] = [named('publisher'), named('event_name')];
    const changes = [...new Set(own.map((price) => price.from))].filter((day) => day > from).sort();
    const cells = ['', ...publishers].flatMap((publisher) =>
      ['', ...events].flatMap((event_name) =>
        [from, ...changes].map((day) => priceOn(own, { basis, publisher, event_name, day })),
      ),
    );
    return cells.some((cell) => cell) ? [{ basis, publishers, events, changes, cells }] : [];
  });
}
