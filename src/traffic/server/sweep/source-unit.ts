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

/**
 * Sums of several sources taken as one, each added up when it is first asked for: a fact needs two of hundreds. Counts of
 * different things (addresses, agents) then count some of them twice.
 */
export function pooled(units: readonly SourceUnit[], window: 'day' | 'week'): Sums {
  const parts = units.map((unit) => unit[window]);
  return {
    numbers: lazily((name) => parts.reduce((sum, { numbers }) => sum + (numbers[name] ?? 0), 0)),
    bins: lazily((name) => added(parts.flatMap(({ bins }) => (bins[name] ? [bins[name]] : [])))),
    get peaks() {
      const peaks: Record<string, number> = {};
      for (const part of parts)
        for (const [second, installs] of Object.entries(part.peaks)) peaks[second] = (peaks[second] ?? 0) + installs;
      return peaks;
    },
  };
}

/** What is left of sums without one of the sources in them. */
export function without(all: Sums, unit: SourceUnit, window: 'day' | 'week'): Sums {
  const part = unit[window];
  return {
    numbers: lazily((name) => (all.numbers[name] ?? 0) - (part.numbers[name] ?? 0)),
    bins: lazily((name) => all.bins[name]?.map((count, bin) => count - (part.bins[name]?.[bin] ?? 0))),
    get peaks() {
      return Object.fromEntries(
        Object.entries(all.peaks).map(([second, installs]) => [second, installs - (part.peaks[second] ?? 0)]),
      );
    },
  };
}

function added(counts: readonly (readonly number[])[]): readonly number[] | undefined {
  const [first, ...others] = counts;
  if (!first) return undefined;
  const sums = [...first];
  for (const other of others) for (const [bin, count] of other.entries()) sums[bin] = (sums[bin] ?? 0) + count;
  return sums;
}

/** Values by name, each made once. Only for reading by name: what was not asked for is not there yet. */
function lazily<T>(make: (name: string) => T | undefined): Readonly<Record<string, T>> {
  const known: Record<string, T | undefined> = {};
  return new Proxy<Record<string, T>>(
    {},
    {
      get(_target, name) {
        if (typeof name !== 'string') return undefined;
        known[name] ??= make(name);
        return known[name];
      },
    },
  );
}
