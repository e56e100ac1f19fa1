import { addMonths } from '#platform/contract/date-range.ts';

/** Day of the next month on which a month is closed: partners have settled it, and nothing changes it silently. */
export const CLOSING_DAY = 7;

/** From this day on a month (its first day) counts as closed, in the package's reporting zone. */
export const closingDay = (month: string): string =>
  `${addMonths(month, 1).slice(0, 8)}${String(CLOSING_DAY).padStart(2, '0')}`;
