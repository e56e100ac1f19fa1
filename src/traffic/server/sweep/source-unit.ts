import type { SourceFactName, SourceFamily } from '#traffic/contract/source-facts.ts';

/** Measures of one source by name: numbers, or counts by bin. */
export interface Sums {
  numbers: Readonly<Record<string, number>>;
  bins: Readonly<Record<string, readonly number[]>>;
  /** Installs by seconds from click to install, the commonest ones. */
  peaks: Readonly<Record<string, number>>;
}

/** `rest`: the sub-publishers of a publisher that are too small to be looked at alone, together. */
export type UnitLevel = 'sub_publisher' | 'publisher' | 'trusted' | 'rest';

/** What a source did with events of one family: on the day, and in the fuller of the weeks that end or begin with it. */
export interface SourceUnit {
  level: UnitLevel;
  publisher: string;
  subPublisher: string;
  family: SourceFamily;
  day: Sums;
  week: Sums;
}

/** A value with the sample it was made from. */
export interface Valued {
  value: number;
  sample: number;
}

export type FactValues = Partial<Record<SourceFactName, Valued>>;

/** Sums of several sources taken as one. Counts of different things (addresses, agents) then count some of them twice. */
export function pooled(units: readonly SourceUnit[], window: 'day' | 'week'): Sums {
  const numbers: Record<string, number> = {};
  const bins: Record<string, number[]> = {};
  const peaks: Record<string, number> = {};
  for (const unit of units) {
    const from = unit[window];
    for (const [name, value] of Object.entries(from.numbers)) numbers[name] = (numbers[name] ?? 0) + value;
    for (const [second, value] of Object.entries(from.peaks)) peaks[second] = (peaks[second] ?? 0) + value;
    for (const [name, counts] of Object.entries(from.bins))
      bins[name] = counts.map((count, i) => count + (bins[name]?.[i] ?? 0));
  }
  return { numbers, bins, peaks };
}

/** What is left of sums without one of the sources in them. */
export function without(all: Sums, unit: SourceUnit, window: 'day' | 'week'): Sums {
  const part = unit[window];
  return {
    numbers: mapped(all.numbers, (value, name) => value - (part.numbers[name] ?? 0)),
    peaks: mapped(all.peaks, (value, second) => value - (part.peaks[second] ?? 0)),
    bins: mapped(all.bins, (counts, name) => counts.map((count, i) => count - (part.bins[name]?.[i] ?? 0))),
  };
}

const mapped = <T>(values: Readonly<Record<string, T>>, change: (value: T, name: string) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
