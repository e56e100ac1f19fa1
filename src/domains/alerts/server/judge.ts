import type { Cause, Found } from '#domains/alerts/contract/alert.ts';
import { metricUnit } from '#domains/alerts/contract/alert.ts';
import { grouped } from './grouped.ts';
import { dayOf, type Periods } from './periods.ts';
import type { Line, Point, Series, Watched } from './series.ts';

/** Weeks in which the same weekday, or hour of it, shows what is usual. */
const USUAL_WEEKS = 4;
/** Of them so many must have had data: of two the middle is anybody's guess. */
const LEAST_WEEKS = 3;
/** Other publishers without which there is nothing to compare with. */
const LEAST_OTHERS = 4;
/** Makes the median absolute deviation a standard deviation where values are normally distributed. https://doi.org/10.1080/01621459.1993.10476408 */
const MAD_SCALE = 1.4826;
/**
 * The same for distances from the median of four, which lies nearer to each of them than the true middle does, and with
 * what that median itself may be off: 1 / 0.4875 and the root of 1 + 0.298, of 200,000 normal samples of four.
 */
const WEEKS_SCALE = 2.337;
/** Weekdays whose distances from their own median are taken together: those of one weekday are too few to say. */
const WEEKDAYS = 7;
/** Even so weeks may agree by chance: what is usual is never taken for surer than a tenth of itself. */
const LEAST_SPREAD = 0.1;
/** Percentage points below which a share does not differ. */
const LEAST_POINTS = 0.5;
/** A publisher is new for a week: one event is an accident, and enough of them may take days. */
const NEW_DAYS = 7;
/** Where data begin everything is new: so many days have to lie before. */
const KNOWN_DAYS = 7;
/** Points of the small picture of a message. */
const CURVE_POINTS = { day: 28, hour: 48 } as const;
/** Causes that are named; the rest is none the wiser for a hundred names. */
export const MOST_CAUSES = 10;

interface Fired extends Cause {
  part: string;
  deviations: number | null;
  points: readonly Point[];
}

/**
 * What was found in a period; undefined where nothing was. One for each period, whatever rose in it. Of publishers that
 * are known to have risen in it nothing more is said.
 */
export function judge(
  series: Series,
  watched: Watched,
  index: number,
  known: ReadonlySet<string> = new Set(),
): Found | undefined {
  const fired = firedIn(series, watched, index).filter(({ publisher }) => !known.has(publisher));
  if (fired.length === 0) return undefined;
  const [period = ''] = [series.periods.names[index]];
  return foundOf(fired, { period, index, periods: series.periods });
}

/** Everybody who rose in a period, also those who are too many to be named. */
export const risenIn = (series: Series, watched: Watched, index: number): string[] => [
  ...new Set(firedIn(series, watched, index).map(({ publisher }) => publisher)),
];

function firedIn(series: Series, watched: Watched, index: number): Fired[] {
  if (index > series.periods.current && series.periods.current >= 0) return [];
  if (watched.metric === 'new_publisher') return series.lines.flatMap((line) => asNew(series, watched, line, index));
  // What goes on may still grow: too little of it is said when it is over.
  if (watched.direction === 'below' && index >= series.periods.current && !isShare(watched)) return [];
  return series.lines.flatMap((line) => {
    const point = line.points[index];
    if (!point) return [];
    const bound = boundOf(series, watched, line, index);
    if (!bound || !isEnough(watched, point, bound)) return [];
    const passes = watched.direction === 'above' ? point.value > bound.limit : point.value < bound.limit;
    if (!passes) return [];
    const { usual, limit, spread } = bound;
    const deviations = usual === null || spread === 0 ? null : Math.abs(point.value - usual) / spread;
    return [{ ...named(line), ...point, usual, limit, deviations, points: line.points }];
  });
}

const named = ({ publisher, part }: Line) => ({ publisher, part, parts: [] });
const isShare = ({ metric }: Watched): boolean => metricUnit(metric) === 'percent';

interface Bound {
  limit: number;
  usual: number | null;
  spread: number;
}

/** Few events make shares jump; of counts too little is judged by what there usually is. */
function isEnough(watched: Watched, point: Point, { usual }: Bound): boolean {
  if (watched.direction === 'below' && !isShare(watched)) return usual === null || usual >= watched.least;
  return point.events >= watched.least;
}

function boundOf(series: Series, watched: Watched, line: Line, index: number): Bound | undefined {
  if (watched.comparison === 'limit') return { limit: watched.limit, usual: null, spread: 0 };
  const isWeekday = watched.comparison === 'weekday';
  const compared = isWeekday ? weeksBefore(series, watched, line, index) : othersOf(series, watched, line, index);
  if (!compared) return undefined;
  const usual = median(compared);
  const random = chance(watched, usual, line.points[index]?.events ?? 0);
  const spread = Math.max(
    // Distances of one publisher from itself hold its chance already; those between publishers do not.
    isWeekday
      ? Math.max(WEEKS_SCALE * median(distances(series, watched, line, index)), random)
      : Math.hypot(MAD_SCALE * median(compared.map((value) => Math.abs(value - usual))), random),
    isShare(watched) ? LEAST_POINTS : 0,
    LEAST_SPREAD * Math.abs(usual),
  );
  return { usual, spread, limit: usual + (watched.direction === 'above' ? 1 : -1) * watched.limit * spread };
}

/** How far the days of the last weeks lay from what was usual on theirs. */
const distances = (series: Series, watched: Watched, line: Line, index: number): number[] =>
  Array.from({ length: WEEKDAYS }, (_, back) => index - (back * series.periods.week) / WEEKDAYS).flatMap((at) => {
    const values = weeksBefore(series, watched, line, at) ?? [];
    const usual = median(values);
    return values.map((value) => Math.abs(value - usual));
  });

/** What chance alone does: Poisson of counts, binomial of shares. */
function chance(watched: Watched, usual: number, events: number): number {
  const unit = metricUnit(watched.metric);
  if (unit === 'events') return Math.sqrt(Math.max(usual, 1));
  if (unit !== 'percent' || events === 0) return 0;
  const share = Math.min(Math.max(usual / 100, 1 / events), 1);
  return 100 * Math.sqrt((share * (1 - share)) / events);
}

function weeksBefore({ periods, first }: Series, watched: Watched, line: Line, index: number): number[] | undefined {
  const points = Array.from({ length: USUAL_WEEKS }, (_, week) => index - (week + 1) * periods.week)
    .filter((at) => first >= 0 && at >= first)
    .flatMap((at) => line.points[at] ?? [])
    .filter(({ events }) => !isShare(watched) || events >= Math.max(watched.least, 1));
  return points.length < LEAST_WEEKS ? undefined : points.map(({ value }) => value);
}

function othersOf({ lines }: Series, { least }: Watched, line: Line, index: number): number[] | undefined {
  const others = lines.flatMap((other) => {
    const point = other.publisher === line.publisher ? undefined : other.points[index];
    return point && point.events >= Math.max(least, 1) ? [point.value] : [];
  });
  return others.length < LEAST_OTHERS ? undefined : others;
}

function asNew({ first }: Series, { least, limit }: Watched, line: Line, index: number): Fired[] {
  const began = line.points.findIndex(({ events }) => events > 0);
  if (began < 0 || began > index || began <= index - NEW_DAYS || began < first + KNOWN_DAYS) return [];
  const upTo = (last: number) => line.points.slice(began, last + 1).reduce((sum, { events }) => sum + events, 0);
  const [events, before] = [upTo(index), index > began ? upTo(index - 1) : 0];
  const enough = Math.max(least, limit, 1);
  if (events < enough || before >= enough) return [];
  return [{ ...named(line), value: events, events, usual: null, limit: enough, deviations: null, points: line.points }];
}

/** Hours without any data, told once for each silence: its period is the hour of the newest event. */
export function silenceOf({ periods, lines, first }: Series, { limit }: Watched, until: number): Found | undefined {
  const points = lines[0]?.points ?? [];
  if (first < 0) return undefined;
  let newest = until;
  while (newest >= first && (points[newest]?.value ?? 0) === 0) newest--;
  const hours = until - newest;
  if (newest < first || hours < limit) return undefined;
  const period = periods.names[newest] ?? '';
  const silent: Fired = {
    publisher: '',
    part: '',
    parts: [],
    value: hours,
    events: 0,
    usual: null,
    limit,
    deviations: null,
    points,
  };
  return {
    ...foundOf([silent], { period, index: until, periods }),
    day: dayOf(periods.names[newest + Math.ceil(limit)] ?? period),
  };
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  const [upper = 0] = [sorted[half]];
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? upper) + upper) / 2;
};

/** The campaigns of one publisher have one cause. */
function foundOf(fired: readonly Fired[], at: { period: string; index: number; periods: Periods }): Found {
  const byPublisher = grouped(fired.toSorted(bySize), ({ publisher }) => publisher);
  const groups = [...byPublisher.values()];
  const causes = groups.map(([first, ...more]): Cause => {
    const { publisher, value, usual, limit, events } = first;
    const parts = [first, ...more]
      .flatMap((each) => (each && each.part !== '' ? [each.part] : []))
      .slice(0, MOST_CAUSES);
    return { publisher, parts, value, usual, limit, events };
  });
  const [largest] = fired.toSorted(bySize);
  const [cause] = causes;
  if (!largest || !cause) throw new RangeError('Nothing was found');
  return {
    period: at.period,
    day: dayOf(at.period),
    ...cause,
    deviations: largest.deviations,
    causes: causes.slice(0, MOST_CAUSES),
    curve: curveOf(largest, at),
  };
}

function curveOf({ points }: Fired, { index, periods }: { index: number; periods: Periods }): Found['curve'] {
  const from = Math.max(0, index + 1 - CURVE_POINTS[periods.unit]);
  return points.slice(from, index + 1).map(({ value }, step) => ({ period: periods.names[from + step] ?? '', value }));
}

/** What lies furthest from its limit, by what hangs on it. */
const bySize = (a: Fired, b: Fired): number =>
  weight(b) - weight(a) || b.events - a.events || (a.publisher < b.publisher ? -1 : 1);
const weight = ({ value, limit, events, deviations }: Fired): number =>
  (deviations ?? 1) * (Math.abs(value - limit) / Math.max(Math.abs(limit), 1)) * Math.sqrt(Math.max(events, 1));
