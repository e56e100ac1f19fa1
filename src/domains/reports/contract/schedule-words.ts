import type { Translate } from '#platform/contract/translate.ts';
import type { Timing } from './schedule.ts';

/** 5 January 2026 is a Monday. */
const dayOf = (weekday: number): Date => new Date(Date.UTC(2026, 0, 4 + weekday));

export const weekdayName = (locale: string, weekday: number): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(dayOf(weekday));

export const clockText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** A later day is the last of some months. */
export const SHORTEST_MONTH = 28;

/** When a schedule runs, for screens and mails alike: `every Monday at 08:00 (Europe/Berlin)`. */
export function whenText(
  t: Translate,
  locale: string,
  { timing, hour, zone }: { timing: Timing; hour: number; zone: string },
): string {
  const orLast = timing.frequency === 'monthly' && timing.day > SHORTEST_MONTH;
  return t(`reports:schedule_when_${orLast ? 'last_day' : timing.frequency}`, {
    at: `${clockText(hour)} (${zone})`,
    ...(timing.frequency === 'weekly' ? { weekday: weekdayName(locale, timing.weekday) } : {}),
    ...(timing.frequency === 'monthly' ? { day: timing.day } : {}),
  });
}
