import { SPENDING_BANDS } from './measures.ts';
import type { Counts, SourceUnit } from './source-unit.ts';
import { isClearlyMore, sum } from './statistics.ts';
import { usualDistribution } from './usual-distribution.ts';

/** Shares of persons by band of what they spend in a day, by the number of the currency. */
export type UsualSpending = ReadonlyMap<number, readonly number[]>;

/** Amounts of different currencies cannot be compared, so each has its own bands. */
export function usualSpending(
  publishers: readonly SourceUnit[],
  trusted: SourceUnit | undefined,
): (publisher: string) => UsualSpending {
  const spenders = new Map(
    [...publishers, ...(trusted ? [trusted] : [])].map((unit) => [unit, bandsOf(unit.week.maps.spenders ?? {})]),
  );
  const currencies = new Set([...spenders.values()].flatMap((byCurrency) => [...byCurrency.keys()]));
  const usual = [...currencies].map((currency) => ({
    currency,
    of: usualDistribution((unit) => spenders.get(unit)?.get(currency) ?? [], publishers, trusted),
  }));
  return (publisher) =>
    new Map(
      usual.flatMap(({ currency, of }): [number, readonly number[]][] => {
        const shares = of(publisher);
        return shares ? [[currency, shares]] : [];
      }),
    );
}

/** Bands above the median of others with clearly more persons than usual, in the currency most of them pay in. */
export function richBands(spenders: Counts, usual: UsualSpending): number | undefined {
  const [most] = [...bandsOf(spenders)].sort(([a, few], [b, many]) => sum(many) - sum(few) || a - b);
  const others = most && usual.get(most[0]);
  if (!others) return undefined;
  const [, own] = most;
  let below = 0;
  return own.filter((persons, band) => {
    const isAbove = below >= 0.5;
    below += others[band] ?? 0;
    return isAbove && isClearlyMore(persons, sum(own), others[band] ?? 0);
  }).length;
}

function bandsOf(spenders: Counts): Map<number, number[]> {
  const byCurrency = new Map<number, number[]>();
  for (const [key, persons] of Object.entries(spenders)) {
    const [currency, band] = [Math.floor(Number(key) / SPENDING_BANDS), Number(key) % SPENDING_BANDS];
    const bands = byCurrency.get(currency) ?? Array.from({ length: SPENDING_BANDS }, () => 0);
    bands[band] = persons;
    byCurrency.set(currency, bands);
  }
  return byCurrency;
}
