import type { Found } from '#domains/alerts/contract/alert.ts';
import { PREVIEW_DAYS } from '#domains/alerts/contract/alert.ts';
import { addDays, type DateRange } from '#platform/contract/date-range.ts';
import { judge, silenceOf } from './judge.ts';
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

/** What is to be raised now, the newest first. */
export function foundNow(series: Series, watched: Watched): Found[] {
  const { current, unit } = series.periods;
  if (watched.metric === 'freshness') return [silenceOf(series, watched, current)].flatMap((found) => found ?? []);
  return Array.from({ length: LATE[unit] }, (_, back) => current - back)
    .filter((index) => index >= 0)
    .flatMap((index) => judge(series, watched, index) ?? []);
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
