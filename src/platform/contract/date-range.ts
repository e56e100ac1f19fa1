import { z } from 'zod';

/**
 * Days that can be asked for. A day of ClickHouse is counted from 1970 to 6 June 2149 and begins again from there,
 * which it does not say; what looks at the days around those it is asked for needs some room.
 */
export const FIRST_DAY = '1970-01-01';
export const LAST_DAY = '2148-12-31';

/** A calendar day `YYYY-MM-DD` that exists, however far away. */
export const calendarDay = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'Dates are written YYYY-MM-DD')
  .refine((text) => {
    const date = new Date(`${text}T00:00:00Z`);
    return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
  }, 'This day does not exist');

/** One that can be asked for. ClickHouse turns an impossible date into 1970 silently, so it must stop here. */
export const isoDate = calendarDay.refine(
  (text) => text >= FIRST_DAY && text <= LAST_DAY,
  `Days go from ${FIRST_DAY} to ${LAST_DAY}`,
);

export interface DateRange {
  /** First day, inclusive, in the package's reporting time zone. */
  from: string;
  /** Last day, inclusive. */
  to: string;
}

/** Both spellings of the spec are accepted everywhere (FLT-GAP-02): fromDate/toDate and start_date/end_date. */
export const dateRangeQuery = {
  fromDate: isoDate.optional(),
  toDate: isoDate.optional(),
  start_date: isoDate.optional(),
  end_date: isoDate.optional(),
};

export const addDays = (day: string, days: number): string => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};

/** Same day of month `months` earlier or later, clamped to the last day of a shorter month. */
export const addMonths = (day: string, months: number): string => {
  const [y = 1970, m = 1, d = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(y, m - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(d, last));
  return first.toISOString().slice(0, 10);
};

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/** The same days without overlaps, the newest first; what follows on the next day is one span. */
export function joinedSpans(spans: readonly DateRange[]): DateRange[] {
  const joined: DateRange[] = [];
  for (const span of spans.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = joined.at(-1);
    if (last && span.from <= addDays(last.to, 1)) last.to = [last.to, span.to].toSorted().at(-1) ?? last.to;
    else joined.push({ ...span });
  }
  return joined.reverse();
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** Today as the package sees it. A format of a zone is made once: making one costs a hundred times its use. */
export function todayIn(timeZone: string, now: Date): string {
  let format = dayFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    dayFormats.set(timeZone, format);
  }
  return format.format(now);
}

/** The default range: the last 7 days, today included. */
export const lastDays = (today: string, days: number): DateRange => ({ from: addDays(today, 1 - days), to: today });
