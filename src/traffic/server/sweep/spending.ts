import { LEAST_PEERS, TRUSTED_EVENTS } from './by-publisher.ts';
import { SPENDING_BANDS } from './measures.ts';
import type { Counts, SourceUnit, Sums } from './source-unit.ts';
import { isClearlyMore, sum } from './statistics.ts';

/** What persons of others spend in a day. */
export interface UsualSpending {
  /** The band in which their median lies, by the number of the currency. */
  middles: ReadonlyMap<number, number>;
  /** Persons so many bands above it, as a share of all events. */
  above: readonly number[];
}

/** Persons from which the median of a currency is known. */
const LEAST_SPENDERS = 30;
/** Events beyond which a publisher weighs no more: one must not become what is usual. */
const MOST_WEIGHT = 1_000;
/**
 * An install in the richest market brings three to four times what one elsewhere does (Adapty 2025), and four times the
 * best source is what AppsFlyer calls too good to be true: beyond it, at the lower bound, no market explains a band.
 */
const CLEARLY = { times: 4, smallest: 0.001 } as const;

interface Spending {
  events: number;
  /** Persons of the day by band, by currency. */
  bands: ReadonlyMap<number, readonly number[]>;
}

/**
 * What is usual among others, for each publisher: trusted traffic where there is enough of it, else the other publishers
 * together. Bands count from the median of their currency, so that those of all currencies add up, and persons are
 * counted against all that is reported of the source: where nearly everybody pays, usual amounts are no comfort.
 */
export function usualSpending(
  publishers: readonly SourceUnit[],
  trusted: SourceUnit | undefined,
): (publisher: string) => UsualSpending | undefined {
  if (trusted && persons(spendingOf(trusted.week)) >= TRUSTED_EVENTS) {
    const usual = usualOf(spendingOf(trusted.week));
    return () => usual;
  }
  const each = new Map(publishers.map((unit) => [unit.publisher, weighed(spendingOf(unit.week))]));
  const paid = new Set([...each].flatMap(([publisher, { bands }]) => (bands.size > 0 ? [publisher] : [])));
  const all = added([...each.values()]);
  return (publisher) => {
    if (paid.size - (paid.has(publisher) ? 1 : 0) < LEAST_PEERS) return undefined;
    const own = each.get(publisher);
    return usualOf(own ? added([all, scaled(own, -1)]) : all);
  };
}

/** Bands above the median of others that hold clearly more persons than usual. */
export function richBands(sums: Sums, { middles, above }: UsualSpending): number | undefined {
  const { events, bands } = spendingOf(sums);
  if (![...bands.keys()].some((currency) => middles.has(currency))) return undefined;
  return aboveMiddles(bands, middles).filter((here, step) => isClearlyMore(here, events, above[step] ?? 0, CLEARLY))
    .length;
}

function usualOf({ events, bands }: Spending): UsualSpending | undefined {
  const known = [...bands].filter(([, own]) => sum(own) >= LEAST_SPENDERS);
  if (known.length === 0 || events <= 0) return undefined;
  const middles = new Map(known.map(([currency, own]) => [currency, middleOf(own)]));
  return { middles, above: aboveMiddles(bands, middles).map((here) => Math.max(0, here) / events) };
}

function middleOf(bands: readonly number[]): number {
  const half = sum(bands) / 2;
  let below = 0;
  return bands.findIndex((here) => {
    below += here;
    return below >= half;
  });
}

/** Persons one, two, … bands above the middle of their currency, all known currencies together. */
function aboveMiddles(bands: Spending['bands'], middles: UsualSpending['middles']): number[] {
  const above = noBands();
  for (const [currency, own] of bands) {
    const middle = middles.get(currency);
    if (middle === undefined) continue;
    for (let band = middle + 1; band < own.length; band++)
      above[band - middle - 1] = (above[band - middle - 1] ?? 0) + (own[band] ?? 0);
  }
  return above;
}

const spendingOf = ({ numbers, maps }: Sums): Spending => ({
  events: numbers.events ?? 0,
  bands: bandsOf(maps.spenders ?? {}),
});

function bandsOf(spenders: Counts): Map<number, number[]> {
  const byCurrency = new Map<number, number[]>();
  for (const [key, count] of Object.entries(spenders)) {
    const [currency, band] = [Math.floor(Number(key) / SPENDING_BANDS), Number(key) % SPENDING_BANDS];
    const bands = byCurrency.get(currency) ?? noBands();
    bands[band] = count;
    byCurrency.set(currency, bands);
  }
  return byCurrency;
}

const noBands = (): number[] => Array.from({ length: SPENDING_BANDS }, () => 0);

const persons = ({ bands }: Spending): number => sum([...bands.values()].map(sum));

const weighed = (spending: Spending): Spending =>
  spending.events > MOST_WEIGHT ? scaled(spending, MOST_WEIGHT / spending.events) : spending;

const scaled = ({ events, bands }: Spending, by: number): Spending => ({
  events: events * by,
  bands: new Map([...bands].map(([currency, own]) => [currency, own.map((count) => count * by)])),
});

function added(all: readonly Spending[]): Spending {
  const bands = new Map<number, number[]>();
  for (const each of all)
    for (const [currency, own] of each.bands) {
      const sums = bands.get(currency) ?? noBands();
      for (const [band, count] of own.entries()) sums[band] = (sums[band] ?? 0) + count;
      bands.set(currency, sums);
    }
  return { events: sum(all.map(({ events }) => events)), bands };
}
