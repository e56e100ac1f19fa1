import type { Dimension } from './dimensions.ts';

/** Clock, calendar and age of an event in the reporting time zone of its package. */
export const TIME_KEYS = {
  hour: { label: 'Hour of the day', description: 'Hour in the reporting time zone, 00 to 23' },
  weekday: { label: 'Day of the week', description: 'Day of the week in the reporting time zone' },
  date: { label: 'Date', description: 'Day in the reporting time zone' },
  week: { label: 'Week', description: 'Monday of the week' },
  month: { label: 'Month', description: 'Month' },
  install_date: {
    label: 'Install day',
    description: 'Day of the install that the event belongs to: a cohort; not reported where the event names none',
  },
  install_week: { label: 'Install week', description: 'Monday of the week of the install that the event belongs to' },
  days_after_install: {
    label: 'Days after the install',
    description: 'Whole days (24 hours) from the reported install to the event',
  },
} as const satisfies Record<string, Dimension>;

export type TimeKey = keyof typeof TIME_KEYS;

/** Keys of the calendar: two periods have none of their values in common. */
export const CALENDAR_KEYS: ReadonlySet<string> = new Set<TimeKey>([
  'date',
  'week',
  'month',
  'install_date',
  'install_week',
]);
