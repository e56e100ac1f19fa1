import type { Found } from '#domains/alerts/contract/alert.ts';
import { PREVIEW_DAYS } from '#domains/alerts/contract/alert.ts';
import { addDays, type DateRange } from '#platform/contract/date-range.ts';
import { judge, risenIn, silenceOf } from './judge.ts';
import type { Series, Watched } from './series.ts';

/** Days behind those looked at that say what is usual: four weeks of each weekday, and of publishers whether they are new. */
const USUAL_DAYS = 35;
const KNOWN_DAYS = 90;
/** A file of the day before yesterday still raises what it shows. */
const LATE = { day: 3, hour: 48 } as const;
const MOST_SILENT_DAYS = 31;

/** The days one reading has to cover so that the last `days` of them can be judged. */
export function daysFor({ metric, window }: Watched, today: string, days: number): DateRange {
  if (metric === 'freshness') return { from: addDays(today, -days - MOST_SILENT_DAYS), to: today };
  const behind = metric === 'new_publisher' ? KNOWN_DAYS : USUAL_DAYS + (window.unit === 'day' ? window.length : 2);
  return { from: addDays(today, -days - behind), to: today };
}

/** Days whose periods are judged at every turn. */
export const LATE_DAYS = LATE.day;

/** How a period stands now. */
export interface Standing {
  period: string;
  /** Whom it holds for; none where it does not hold, or does not any more. */
  risen: readonly string[];
  /** What is to be told: what holds for publishers not known before. */
  found: Found | undefined;
  /** Whether anything was counted in it. */
  hasData: boolean;
}

/** Periods that are looked at now, the newest first. `known` names whom a period was found with before. */
export function standingNow(
  series: Series,
  watched: Watched,
  known: (period: string) => ReadonlySet<string>,
): Standing[] {
  const { current, unit, names } = series.periods;
  if (watched.metric === 'freshness') {
    const found = silenceOf(series, watched, current);
    if (!found) return [];
    const isKnown = known(found.period).has(found.publisher);
    return [{ period: found.period, risen: [found.publisher], found: isKnown ? undefined : found, hasData: false }];
  }
  return Array.from({ length: LATE[unit] }, (_, back) => current - back)
    .filter((index) => index >= 0)
    .map((index) => {
      const period = names[index] ?? '';
      const risen = risenIn(series, watched, index);
      const before = known(period);
      return {
        period,
        risen,
        found: risen.every((publisher) => before.has(publisher)) ? undefined : judge(series, watched, index, before),
        hasData: series.lines.some(({ points }) => (points[index]?.events ?? 0) > 0),
      };
    });
}

/** On which of the last 90 days it would have been raised: one for each period, as it would have been. */
export function foundBefore(series: Series, watched: Watched): Found[] {
  const { names, current } = series.periods;
  const from = names.findIndex((name) => name >= addDays(names.at(-1)?.slice(0, 10) ?? '', 1 - PREVIEW_DAYS));
  const indices = Array.from({ length: Math.max(0, current + 1 - from) }, (_, step) => from + step);
  if (watched.metric !== 'freshness') return indices.flatMap((index) => judge(series, watched, index) ?? []);
  const silences = new Map<string, Found>();
  for (const index of indices) {
    const found = silenceOf(series, watched, index);
    // The first moment is the one at which it would have been told.
    if (found && !silences.has(found.period)) silences.set(found.period, found);
  }
  return [...silences.values()];
}
