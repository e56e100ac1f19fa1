import { addDays, addMonths, type DateRange, lastDays } from '#platform/contract/date-range.ts';

const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

/** Ranges people ask for by name, all relative to the package's own today. */
export const PRESETS = {
  today: (today: string): DateRange => ({ from: today, to: today }),
  yesterday: (today: string): DateRange => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  7: (today: string): DateRange => lastDays(today, 7),
  28: (today: string): DateRange => lastDays(today, 28),
  month: (today: string): DateRange => ({ from: firstOfMonth(today), to: today }),
  last_month: (today: string): DateRange => ({
    from: addMonths(firstOfMonth(today), -1),
    to: addDays(firstOfMonth(today), -1),
  }),
} as const;

export const PRESET_NAMES = ['today', 'yesterday', '7', '28', 'month', 'last_month'] as const;
