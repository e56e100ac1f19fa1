import type { MeasureName } from '#analytics/contract/measures.ts';
import { eventCountsOf } from '#analytics/testing/counted.ts';
import type { SeedRow } from '#analytics/testing/seed-traffic.ts';
import { rateOf } from '#traffic/event/contract/rate.ts';

export const of = (rows: readonly SeedRow[], ...verdicts: readonly SeedRow['verdict'][]): SeedRow[] =>
  rows.filter(({ verdict }) => verdicts.includes(verdict));
export const COUNTED = ['clean', 'suspect', 'fraud'] as const;
const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole);

/** Amounts as whole millionths, by currency; nothing is no amount. */
export function micros(amounts: Readonly<Record<string, string>>): Record<string, number> {
  const entries = Object.entries(amounts).map(
    ([currency, text]) => [currency, Math.round(Number(text) * 1e6)] as const,
  );
  return Object.fromEntries(entries.filter(([, amount]) => amount !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

export function costOf(rows: readonly SeedRow[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { currency, cost } of rows) sums[currency] = (sums[currency] ?? 0) + Math.round(Number(cost) * 1e6);
  return Object.fromEntries(
    Object.entries(sums)
      .filter(([, amount]) => amount !== 0)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Ends of the interval in percent. Of too few nothing is known but that they are few, which is a number of its own. */
const ends = (hits: number, total: number): { low: number; high: number } | undefined => {
  const rate = rateOf(hits, total);
  return rate ? { low: rate.low * 100, high: rate.high * 100 } : undefined;
};

export type Value = number | boolean | Record<string, number> | undefined;
/** What each name means, written out once more; `whole` are the events of all rows of the answer. */
export const DEFINITIONS: Readonly<
  Record<MeasureName, (events: readonly SeedRow[], whole: readonly SeedRow[]) => Value>
> = {
  total: (events) => of(events, ...COUNTED).length,
  clean: (events) => of(events, 'clean').length,
  fraud: (events) => of(events, 'fraud').length,
  suspect: (events) => of(events, 'suspect').length,
  filtered: (events) => of(events, 'filtered').length,
  accepted: (events) => events.length,
  clean_percentage: (events) => shareOf(of(events, 'clean').length, of(events, ...COUNTED).length),
  fraud_percentage: (events) => shareOf(of(events, 'fraud').length, of(events, ...COUNTED).length),
  suspect_percentage: (events) => shareOf(of(events, 'suspect').length, of(events, ...COUNTED).length),
  percentage: (events, whole) => shareOf(of(events, 'fraud').length, of(whole, 'fraud').length),
  wilson_low: (events) => ends(of(events, 'fraud').length, of(events, ...COUNTED).length)?.low,
  wilson_high: (events) => ends(of(events, 'fraud').length, of(events, ...COUNTED).length)?.high,
  clean_low: (events) => ends(of(events, 'clean').length, of(events, ...COUNTED).length)?.low,
  clean_high: (events) => ends(of(events, 'clean').length, of(events, ...COUNTED).length)?.high,
  too_few: (events) => of(events, ...COUNTED).length < 30,
  unique_events: (events) => eventCountsOf(events).unique_events,
  current_month: (events) => eventCountsOf(events).current_month,
  spend: (events) => costOf(of(events, ...COUNTED)),
  cost_at_risk: (events) => costOf(of(events, 'fraud')),
  cost_suspect: (events) => costOf(of(events, 'suspect')),
  // The seed has no prices: nothing is assumed.
  spend_assumed: () => ({}),
  cost_at_risk_assumed: () => ({}),
  cost_suspect_assumed: () => ({}),
};
