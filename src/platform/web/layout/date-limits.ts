import { addMonths, calendarDay, type DateRange, lastDays } from '#platform/contract/date-range.ts';

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

/**
 * The range to show: as given when it makes sense, else the last seven days. A start without an end runs one month, to
 * today at most (FLT-RULE-03); what lies outside the selectable history is pulled to its edge.
 */
export function resolveRange(given: { from?: unknown; to?: unknown }, limits: DateLimits): DateRange {
  const from = day(given.from);
  if (!from) return lastDays(limits.today, DEFAULT_DAYS);
  const to = day(given.to) ?? addMonths(from, 1);
  if (to < from) return lastDays(limits.today, DEFAULT_DAYS);
  const first = earliest(limits);
  return { from: clamp(from, first, limits.today), to: clamp(to, first, limits.today) };
}

/** What is typed into a date field: as the picker writes it, with or without its noughts, or ISO; null for no day. */
export function typedDay(text: string): string | null {
  const [, d = '', m = '', y = ''] = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\s*$/.exec(text) ?? [];
  return day(y === '' ? text.trim() : `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`) ?? null;
}

/** `YYYY-MM-DD` as the picker writes it. */
export const inPicker = (iso: string): string => iso.split('-').reverse().join('/');
