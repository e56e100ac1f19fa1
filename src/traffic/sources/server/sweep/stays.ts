import { ByPublisher } from './by-publisher.ts';
import { STAY_DAYS } from './measures.ts';
import type { SourceUnit, Sums } from './source-unit.ts';
import { sum, wilson } from './statistics.ts';

/** Share of installs whose person uses the app on each of the days after. */
export type StayCurve = readonly number[];

/** Installs from which the curve of a publisher counts. */
const LEAST_INSTALLS = 100;
/** Persons and days that are to be expected after a day, from which their absence tells anything. */
const LEAST_EXPECTED = 3;

/**
 * The curve of trusted traffic where there is enough of it, else that of the other publishers, day by day the median
 * without outliers. Unknown where neither is there.
 */
export function usualStays(
  publishers: readonly SourceUnit[],
  trusted: SourceUnit | undefined,
): (publisher: string) => StayCurve | undefined {
  const vouched = trusted && curveOf(trusted.weeks);
  if (vouched) return () => vouched;
  const curves = publishers.map(({ publisher, weeks }) => ({ publisher, curve: curveOf(weeks) }));
  const byDay = Array.from({ length: STAY_DAYS }, (_, day) => {
    const known = curves.flatMap(({ publisher, curve }): [string, number][] => {
      const share = curve?.[day];
      return share === undefined ? [] : [[publisher, share]];
    });
    return new ByPublisher(known);
  });
  return (publisher) => {
    const usual = byDay.map((shares) => shares.usual(publisher));
    const days = usual.indexOf(null);
    const known = usual.slice(0, days < 0 ? usual.length : days).flatMap((share) => share ?? []);
    return known.length > 1 ? known : undefined;
  };
}

/** As far as enough installs are that old. */
function curveOf({ bins: { stay_cohorts: cohorts = [], stayed = [] } }: Sums): StayCurve | undefined {
  const curve: number[] = [];
  for (const [day, cohort] of cohorts.entries()) {
    if (cohort < LEAST_INSTALLS) break;
    curve.push((stayed[day] ?? 0) / cohort);
  }
  return curve.length > 1 ? curve : undefined;
}

/**
 * How few stay after some day against the days before it and the curve of others, at most; of all days that with the
 * largest drop. A source that keeps fewer from the first day on has none. Who stays is there on several days, so what
 * is left is weighed by the day and not by all of them together.
 */
export function stayBreak(
  { bins: { stay_cohorts: cohorts = [], stayed = [] } }: Sums,
  usual: StayCurve,
): number | undefined {
  const expected = usual.map((share, day) => share * (cohorts[day] ?? 0));
  let deepest: number | undefined;
  for (let day = 1; day < usual.length; day++) {
    const before = sum(stayed.slice(0, day)) / sum(expected.slice(0, day));
    const after = before * sum(expected.slice(day));
    if (!(after >= LEAST_EXPECTED)) continue;
    const days = cohorts.slice(day, usual.length).filter((cohort) => cohort > 0).length;
    const there = sum(cohorts.slice(day, usual.length)) / days;
    const most = wilson(sum(stayed.slice(day, usual.length)) / days, there)[1] * there * days;
    deepest = Math.min(deepest ?? Number.POSITIVE_INFINITY, most / after);
  }
  return deepest;
}
