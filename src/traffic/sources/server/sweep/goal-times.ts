import { ByPublisher, TRUSTED_EVENTS } from './by-publisher.ts';
import { EVENT_TIME_BINS } from './measures.ts';
import type { Counts, SourceUnit, Sums } from './source-unit.ts';
import { sum, wilson } from './statistics.ts';

/** What part of the installs of others has an event (by the number of its name) within the span that begins with a bin. */
export type UsualReach = (kind: number, from: number) => number | undefined;

/** Bins of twice the time: quarter octaves. */
const OCTAVE = 4;
/** Installs from which a publisher tells what part of them gets somewhere. */
const LEAST_INSTALLS = 30;
/** Others reach it at this rate at least: of nothing everything is many times as much. */
const LEAST_RATE = 0.05;

type Counted = Pick<Sums, 'maps' | 'numbers'>;

/**
 * Of trusted traffic where there is enough of it, else the median of the other publishers without outliers: each weighs
 * the same, for where many are paid to reach a goal those few make most of its events. Unknown where neither is there.
 */
export function usualReach(
  publishers: readonly SourceUnit[],
  trusted: SourceUnit | undefined,
): (publisher: string) => UsualReach {
  const vouched = trusted && installsOf(trusted.weeks) >= TRUSTED_EVENTS ? rateAt(trusted.weeks) : undefined;
  const rates = publishers.flatMap(({ publisher, weeks }) =>
    installsOf(weeks) >= LEAST_INSTALLS ? [{ publisher, rate: rateAt(weeks) }] : [],
  );
  const known = new Map<number, ByPublisher>();
  const others = (kind: number, from: number): ByPublisher => {
    const key = kind * EVENT_TIME_BINS + from;
    const found =
      known.get(key) ??
      new ByPublisher(rates.map(({ publisher, rate }): [string, number] => [publisher, rate(kind, from)]));
    known.set(key, found);
    return found;
  };
  return (publisher) => vouched ?? ((kind, from) => others(kind, from).usual(publisher) ?? undefined);
}

/** Persons of the event that most have. */
export const commonestGoal = ({ maps }: Counted): number =>
  Math.max(0, ...[...kindsOf(maps.event_times ?? {}).values()].map(sum));

/**
 * How many times as large a part of the installs as of others gets to an event within the fullest span from some time to
 * twice that, at least; of the names that where it is most. The first ten minutes are no such span (what a program does
 * at once is another sign, what people do at once they all do), nor is what comes after a day.
 */
export function goalTimes(sums: Counted, usual: UsualReach): number | undefined {
  const installs = installsOf(sums);
  let most: number | undefined;
  for (const [kind, bins] of kindsOf(sums.maps.event_times ?? {})) {
    const from = fullestOctave(bins);
    const others = usual(kind, from);
    if (others === undefined || installs < LEAST_INSTALLS) continue;
    const here = Math.min(installs, within(bins, from));
    most = Math.max(most ?? 0, wilson(here, installs)[0] / Math.max(LEAST_RATE, others));
  }
  return most;
}

function fullestOctave(bins: readonly number[]): number {
  let fullest = 1;
  for (let from = 2; from + OCTAVE < bins.length; from++)
    if (within(bins, from) > within(bins, fullest)) fullest = from;
  return fullest;
}

const within = (bins: readonly number[], from: number): number => sum(bins.slice(from, from + OCTAVE));

const installsOf = ({ numbers }: Counted): number => numbers.source_installs ?? 0;

function rateAt(sums: Counted): (kind: number, from: number) => number {
  const kinds = kindsOf(sums.maps.event_times ?? {});
  return (kind, from) => within(kinds.get(kind) ?? [], from) / installsOf(sums);
}

/** Events by bin of their time, by the number of their name. */
function kindsOf(counts: Counts): Map<number, number[]> {
  const kinds = new Map<number, number[]>();
  for (const [key, count] of Object.entries(counts)) {
    const [kind, bin] = [Math.floor(Number(key) / EVENT_TIME_BINS), Number(key) % EVENT_TIME_BINS];
    const bins = kinds.get(kind) ?? Array.from({ length: EVENT_TIME_BINS }, () => 0);
    bins[bin] = count;
    kinds.set(kind, bins);
  }
  return kinds;
}
