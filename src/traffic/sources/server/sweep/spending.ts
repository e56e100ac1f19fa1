import { LEAST_PEERS } from './by-publisher.ts';
import { SPENDING_BANDS } from './measures.ts';
import type { Counts, SourceUnit, Sums } from './source-unit.ts';
import { isClearlyMore, sum, upperBound } from './statistics.ts';

/** What persons of others spend in a day. */
export interface UsualSpending {
  /** The band in which their median lies, by the number of the currency. */
  middles: ReadonlyMap<number, number>;
  /** Persons who spend so much or more, as a share of all events: anything, then from the middle band on, and so on. */
  atLeast: readonly number[];
}

/** Persons from which the median of a currency is known, and how often people pay at a publisher. */
const LEAST_SPENDERS = 30;
/** Persons who pay from which trusted traffic says what is usual. */
const TRUSTED_SPENDERS = 100;
/** Events beyond which a publisher weighs no more: one must not become what is usual. */
const MOST_WEIGHT = 1_000;
/**
 * Four times what a source beyond doubt shows is too good to be true (AppsFlyer 2018, on rates of events), here at the
 * lower bound. An install in the richest market brings three to four times what one elsewhere does (Adapty 2025), so
 * less than that against a mixed audience.
 */
const CLEARLY = { times: 4, smallest: 0.001 } as const;

interface Spending {
  events: number;
  /** Persons of the day by band, by currency. */
  bands: ReadonlyMap<number, readonly number[]>;
}

/**
 * What is usual among others, for each publisher: trusted traffic where there is enough of it, else the other
 * publishers together, without those where far more pay. Bands count from the median of their currency, so that those
 * of all currencies add up, and persons count against all that is reported of the source: where nearly everybody pays,
 * usual amounts are no comfort. Unknown for publishers nobody pays at: there is nothing to compare.
 */
export function usualSpending(
  publishers: readonly SourceUnit[],
  trusted: SourceUnit | undefined,
): (publisher: string) => UsualSpending | undefined {
  const vouched = trusted && spendingOf(trusted.week);
  const isEnough = vouched !== undefined && persons(vouched) >= TRUSTED_SPENDERS;
  const spent = new Map(publishers.map(({ publisher, week }) => [publisher, spendingOf(week)]));
  const usual = new Map([...withoutOutliers(spent)].map(([publisher, spending]) => [publisher, weighed(spending)]));
  const all = added([...usual.values()]);
  const payers = [...usual.values()].filter(isPaid).length;
  return (publisher) => {
    const spending = spent.get(publisher);
    if (!spending || !isPaid(spending)) return undefined;
    const own = usual.get(publisher);
    if (!isEnough && payers - (own ? 1 : 0) < LEAST_PEERS) return undefined;
    const others = own ? added([all, scaled(own, -1)]) : all;
    const middles = middlesOf(isEnough ? added([others, vouched]) : others);
    const base = isEnough ? vouched : others;
    if (middles.size === 0) return undefined;
    return { middles, atLeast: personsFrom(base, middles).map((here) => Math.max(0, here) / base.events) };
  };
}

const isPaid = ({ bands }: Spending): boolean => bands.size > 0;

function withoutOutliers(spent: ReadonlyMap<string, Spending>): Map<string, Spending> {
  const isTelling = (spending: Spending): boolean => persons(spending) >= LEAST_SPENDERS;
  const rate = (spending: Spending): number => persons(spending) / spending.events;
  const most = upperBound([...spent.values()].filter(isTelling).map(rate));
  return new Map([...spent].filter(([, spending]) => !isTelling(spending) || rate(spending) <= most));
}

/** From how many bands on clearly more persons spend so much than usual. */
export function richBands(sums: Sums, { middles, atLeast }: UsualSpending): number | undefined {
  const own = spendingOf(sums);
  if (![...own.bands.keys()].some((currency) => middles.has(currency))) return undefined;
  return personsFrom(own, middles).filter((here, step) => isClearlyMore(here, own.events, atLeast[step] ?? 0, CLEARLY))
    .length;
}

/** Amounts of a currency are alike whoever reports them, so that its middle is that of all others. */
const middlesOf = ({ bands }: Spending): UsualSpending['middles'] =>
  new Map([...bands].flatMap(([currency, own]) => (sum(own) >= LEAST_SPENDERS ? [[currency, middleOf(own)]] : [])));

function middleOf(bands: readonly number[]): number {
  const half = sum(bands) / 2;
  let below = 0;
  return bands.findIndex((here) => {
    below += here;
    return below >= half;
  });
}

/** Persons who spend anything, then those from the middle band of their currency on, from one above it, and so on. */
function personsFrom(spending: Spending, middles: UsualSpending['middles']): number[] {
  const from = noBands();
  for (const [currency, own] of spending.bands) {
    const middle = middles.get(currency);
    if (middle === undefined) continue;
    let above = 0;
    for (let band = own.length - 1; band >= middle; band--) {
      above += own[band] ?? 0;
      from[band - middle] = (from[band - middle] ?? 0) + above;
    }
  }
  return [persons(spending), ...from];
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
