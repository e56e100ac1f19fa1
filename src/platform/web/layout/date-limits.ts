import {
  addDays,
  addMonths,
  calendarDay,
  type DateRange,
  daysBetween,
  lastDays,
} from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';

export const DEFAULT_DAYS = 7;

export interface DateLimits {
  /** Today in the package's time zone. */
  today: string;
  historyMonths: number;
  /** Day of the newest event; where it lies before today, history counts back from it, as on the server. */
  newest?: string | null | undefined;
}

export const earliest = ({ today, newest, historyMonths }: DateLimits): string =>
  addMonths(newest && newest < today ? newest : today, -historyMonths);

const day = (text: unknown): string | undefined => {
  const parsed = calendarDay.safeParse(text);
  return parsed.success ? parsed.data : undefined;
};

const clamp = (value: string, from: string, to: string): string => (value < from ? from : value > to ? to : value);

/** Where one looks at first: the last seven days, or the last seven that brought data where those are older. */
export const usualRange = ({ today, newest }: DateLimits): DateRange =>
  lastDays(newest && newest < addDays(today, 1 - DEFAULT_DAYS) ? newest : today, DEFAULT_DAYS);

/** Why another range is shown than the one that was given. */
export type RangeCorrection = 'unreadable' | 'reversed' | 'outside' | 'cut' | 'no_data';

/**
 * The range to show: as given when it makes sense, else the usual one. A start without an end runs one month, to today
 * at most (FLT-RULE-03); what sticks out of the selectable history is cut off at its edge, what has nothing in it is
 * not shown at all.
 */
export function settledRange(
  given: { from?: unknown; to?: unknown },
  limits: DateLimits,
): { range: DateRange; correction?: RangeCorrection } {
  const usual = usualRange(limits);
  const from = day(given.from);
  if (!from) return { range: usual, correction: 'unreadable' };
  const named = day(given.to);
  const to = named ?? addMonths(from, 1);
  if (to < from) return { range: usual, correction: 'reversed' };
  const first = earliest(limits);
  if (to < first || from > limits.today) return { range: usual, correction: 'outside' };
  const range = { from: clamp(from, first, limits.today), to: clamp(to, first, limits.today) };
  const isCut = range.from !== from || (named !== undefined && range.to !== named);
  return isCut ? { range, correction: 'cut' } : { range };
}

/** Whether a remembered range lies after everything a package has: of no use there, unless it was asked for. */
export const isPastData = (from: unknown, newest: string | null | undefined): boolean =>
  typeof from === 'string' && typeof newest === 'string' && from > newest;

type Dated = Pick<PackageInfo, 'today' | 'newest_day' | 'spans'>;

/**
 * The days to show of a package that is changed to. Those that end today end with its own today; where it has no event
 * on them, those of its usual range are shown instead, and it says so.
 */
export function carriedRange(
  range: DateRange,
  from: Pick<Dated, 'today'>,
  chosen: Dated,
): { range: DateRange; correction?: 'no_data' } {
  const kept = range.to === from.today ? lastDays(chosen.today, daysBetween(range.from, range.to) + 1) : { ...range };
  // Nothing is known of a package that nothing was imported into.
  const spans = chosen.spans ?? [];
  if (spans.length === 0 || spans.some((span) => span.from <= kept.to && span.to >= kept.from)) return { range: kept };
  const usual = usualRange({ today: chosen.today, newest: chosen.newest_day, historyMonths: 0 });
  return { range: usual, correction: 'no_data' };
}

/** `YYYY-MM-DD` as the picker writes it. */
export const inPicker = (iso: string): string => iso.split('-').reverse().join('/');
