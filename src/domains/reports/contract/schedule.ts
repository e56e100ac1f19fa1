import { z } from 'zod';
import { addDays, addMonths, type DateRange } from '#platform/contract/date-range.ts';
import { FILE_FORMATS } from '#platform/contract/file-formats.ts';

/** When a schedule is due, on days by the clocks of its zone. Working days are Monday to Friday; holidays are not known. */
export const timing = z.discriminatedUnion('frequency', [
  z.strictObject({ frequency: z.literal('daily') }),
  /** 1 is Monday. */
  z.strictObject({ frequency: z.literal('weekly'), weekday: z.number().int().min(1).max(7) }),
  /** A month without that day has it on its last. */
  z.strictObject({ frequency: z.literal('monthly'), day: z.number().int().min(1).max(31) }),
  z.strictObject({ frequency: z.literal('first_working_day') }),
]);
export type Timing = z.output<typeof timing>;
export const FREQUENCIES = [
  'daily',
  'weekly',
  'monthly',
  'first_working_day',
] as const satisfies readonly Timing['frequency'][];
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** Which days the report is about, as seen from the day it is made for. */
export const COVERS = ['yesterday', 'last_7_days', 'last_week', 'last_month', 'month_to_date'] as const;
export type Covers = (typeof COVERS)[number];

/** `pdf`: the board over the same events, as charts. */
export const SCHEDULE_FORMATS = ['csv', 'xlsx', 'pdf'] as const;
export const ENTRY_FORMATS = [...FILE_FORMATS, 'pdf'] as const;

/** Schedules of one package at a time, and people one of them sends to. */
export const MOST_SCHEDULES = 50;
export const MOST_RECIPIENTS = 20;

/** Days for which a deleted schedule can be put back. */
export const KEPT_REMOVED_DAYS = 30;

/**
 * A larger file is not attached, the mail leads to it. Postfix takes mails of 10,240,000 bytes unless told otherwise
 * (`message_size_limit`), and a file in a mail is longer by three eighths.
 */
export const MOST_ATTACHED_BYTES = 7_000_000;

/** 1 for Monday. */
export const weekdayOf = (day: string): number => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;
const lastOfMonth = (day: string): string => addDays(addMonths(firstOfMonth(day), 1), -1);

/** Whether a schedule is due on a calendar day. */
export function isDueOn(when: Timing, day: string): boolean {
  if (when.frequency === 'daily') return true;
  const weekday = weekdayOf(day);
  if (when.frequency === 'weekly') return weekday === when.weekday;
  const date = Number(day.slice(8));
  if (when.frequency === 'monthly') return date === Math.min(when.day, Number(lastOfMonth(day).slice(8)));
  // The first of the month, or the Monday after a weekend that it begins with.
  return weekday <= 5 && (date === 1 || (weekday === 1 && date <= 3));
}

/** The days that a report made for `day` is about. Weeks begin on Monday. */
export function daysCovered(covers: Covers, day: string): DateRange {
  switch (covers) {
    case 'yesterday':
      return { from: addDays(day, -1), to: addDays(day, -1) };
    case 'last_7_days':
      return { from: addDays(day, -7), to: addDays(day, -1) };
    case 'last_week': {
      const monday = addDays(day, 1 - weekdayOf(day));
      return { from: addDays(monday, -7), to: addDays(monday, -1) };
    }
    case 'last_month': {
      const first = firstOfMonth(day);
      return { from: addMonths(first, -1), to: addDays(first, -1) };
    }
    case 'month_to_date':
      return { from: firstOfMonth(day), to: day };
  }
}
