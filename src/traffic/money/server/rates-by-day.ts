import { addDays, daysBetween } from '#platform/contract/date-range.ts';
import { decimalOf, unitsOf } from '#traffic/money/contract/decimal.ts';

/** One unit of `base` is `rate` units of `quote`, from its day until the next one, at most `holds_days`. */
export interface StoredRate {
  base: string;
  quote: string;
  day: string;
  /** Decimal text. */
  rate: string;
  holds_days: number | null;
}

export const RATE_DIGITS = 12;
const ONE = 10n ** BigInt(RATE_DIGITS);

/**
 * What one unit of each currency is in another, day by day from `from` to `to`: decimal text, undefined where no rate is
 * known. Turned around where only the other direction is, and by way of a third currency where both are known in it (the
 * euro in the files of the European Central Bank). Currencies never known are left out.
 */
export function ratesByDay(
  rates: readonly StoredRate[],
  wanted: { into: string; currencies: readonly string[]; from: string; to: string },
): Map<string, (string | undefined)[]> {
  const days = daysBetween(wanted.from, wanted.to) + 1;
  const pairs = new Map<string, Map<string, (bigint | undefined)[]>>();
  for (const [base, quote] of pairsOf(rates)) {
    const own = rates.filter((rate) => rate.base === base && rate.quote === quote);
    const series = filled(own, wanted.from, days);
    put(pairs, base, quote, series);
  }
  const found = new Map<string, (string | undefined)[]>();
  for (const currency of wanted.currencies) {
    if (currency === wanted.into || currency === '') continue;
    const series = Array.from({ length: days }, (_, day) => {
      const rate = rateOn(pairs, currency, wanted.into, day);
      return rate === undefined || rate === 0n ? undefined : decimalOf(rate, RATE_DIGITS);
    });
    if (series.some((rate) => rate !== undefined)) found.set(currency, series);
  }
  return found;
}

type Pairs = ReadonlyMap<string, ReadonlyMap<string, readonly (bigint | undefined)[]>>;

function rateOn(pairs: Pairs, from: string, to: string, day: number): bigint | undefined {
  const direct = directly(pairs, from, to, day);
  if (direct !== undefined) return direct;
  for (const third of [...pairs.keys()].sort()) {
    const [one, two] = [directly(pairs, third, from, day), directly(pairs, third, to, day)];
    if (one !== undefined && two !== undefined) return divided(two, one);
  }
  return undefined;
}

function directly(pairs: Pairs, from: string, to: string, day: number): bigint | undefined {
  const as = pairs.get(from)?.get(to)?.[day];
  if (as !== undefined) return as;
  const turned = pairs.get(to)?.get(from)?.[day];
  return turned === undefined ? undefined : divided(ONE, turned);
}

/** Rounded half up at the last digit. */
const divided = (a: bigint, b: bigint): bigint => (2n * a * ONE + b) / (2n * b);

const pairsOf = (rates: readonly StoredRate[]): [string, string][] =>
  [...new Set(rates.map(({ base, quote }) => `${base} ${quote}`))].map((pair) => {
    const [base = '', quote = ''] = pair.split(' ');
    return [base, quote];
  });

function put<V>(map: Map<string, Map<string, V>>, base: string, quote: string, value: V): void {
  const known = map.get(base) ?? new Map<string, V>();
  known.set(quote, value);
  map.set(base, known);
}

/** The rate of each day: the newest one up to it, as long as it holds. */
function filled(own: readonly StoredRate[], from: string, days: number): (bigint | undefined)[] {
  const sorted = [...own].sort((a, b) => (a.day < b.day ? -1 : 1));
  let next = 0;
  let newest: StoredRate | undefined;
  return Array.from({ length: days }, (_, index) => {
    const day = addDays(from, index);
    for (let rate = sorted[next]; rate && rate.day <= day; rate = sorted[++next]) newest = rate;
    if (!newest || (newest.holds_days !== null && daysBetween(newest.day, day) > newest.holds_days)) return undefined;
    return unitsOf(newest.rate, RATE_DIGITS);
  });
}
