import type { CAP_PERIODS } from '#domains/tracking/contract/terms.ts';
import { addDays, todayIn } from '#platform/contract/date-range.ts';

const MONDAY = 1;
/** First day of a cap that never begins again. */
const ALWAYS = '1970-01-01';

/** First day of the period of a cap that a moment lies in, by the calendar of the campaign; weeks begin on Monday. */
export function periodStart(period: (typeof CAP_PERIODS)[number], timeZone: string, at: Date): string {
  if (period === 'total') return ALWAYS;
  const day = todayIn(timeZone, at);
  if (period === 'daily') return day;
  if (period === 'monthly') return `${day.slice(0, 7)}-01`;
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() - MONDAY + 7) % 7));
}
