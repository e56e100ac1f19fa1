import type { SourceFact } from '#traffic/event/contract/source-fact.ts';
import type { SourceFamily } from '#traffic/event/contract/source-families.ts';

/** Measures of one source by name: numbers, or counts by bin. */
export interface Sums {
  numbers: Readonly<Record<string, number>>;
  bins: Readonly<Record<string, readonly number[]>>;
  /** Counts by what they are counted of: installs by seconds from click to install, revenue by kind and amount. */
  maps: Readonly<Record<string, Counts | undefined>>;
}

/** Counts by key; what was not seen is absent. */
export type Counts = Readonly<Record<string, number>>;

/** `rest`: of the sub-publishers of a publisher that are too small to be looked at alone, a part together. */
export type UnitLevel = 'sub_publisher' | 'publisher' | 'trusted' | 'rest';

/**
 * What a source did with events of one family: on the day, in the fuller of the weeks that end or begin with it, in all
 * around.
 */
export interface SourceUnit {
  level: UnitLevel;
  publisher: string;
  subPublisher: string;
  family: SourceFamily;
  day: Sums;
  week: Sums;
  weeks: Sums;
}

type Window = SourceFact['window'];

/** A value with the sample it was made from. */
export interface Valued {
  value: number;
  sample: number;
}

/**
 * Sums of several sources taken as one, each added up when it is first asked for: a fact needs two of hundreds. Counts
 * of different things (addresses, agents) then count some of them twice.
 */
export function pooled(units: readonly SourceUnit[], window: Window): Sums {
  const parts = units.map((unit) => unit[window]);
  return {
    numbers: lazily((name) => parts.reduce((sum, { numbers }) => sum + (numbers[name] ?? 0), 0)),
    bins: lazily((name) => added(parts.flatMap(({ bins }) => (bins[name] ? [bins[name]] : [])))),
    maps: lazily((name) => {
      const counts: Record<string, number> = {};
      for (const { maps } of parts)
        for (const [key, count] of Object.entries(maps[name] ?? {})) counts[key] = (counts[key] ?? 0) + count;
      return counts;
    }),
  };
}

/** What is left of sums without one of the sources in them. */
export function without(all: Sums, unit: SourceUnit, window: Window): Sums {
  const part = unit[window];
  return {
    numbers: lazily((name) => (all.numbers[name] ?? 0) - (part.numbers[name] ?? 0)),
    bins: lazily((name) => all.bins[name]?.map((count, bin) => count - (part.bins[name]?.[bin] ?? 0))),
    maps: lazily((name) =>
      Object.fromEntries(
        Object.entries(all.maps[name] ?? {}).map(([key, count]) => [key, count - (part.maps[name]?.[key] ?? 0)]),
      ),
    ),
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
