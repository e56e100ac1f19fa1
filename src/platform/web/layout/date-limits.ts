import { addDays, addMonths, calendarDay, type DateRange, lastDays } from '#platform/contract/date-range.ts';

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
export type RangeCorrection = 'unreadable' | 'reversed' | 'outside' | 'cut';

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

/** What is typed into a date field: as the picker writes it, with or without its noughts, or ISO; null for no day. */
export function typedDay(text: string): string | null {
  const [, d = '', m = '', y = ''] = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\s*$/.exec(text) ?? [];
  return day(y === '' ? text.trim() : `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`) ?? null;
}

/** `YYYY-MM-DD` as the picker writes it. */
export const inPicker = (iso: string): string => iso.split('-').reverse().join('/');
