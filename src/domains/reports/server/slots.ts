import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import { isDueOn, type Timing } from '#domains/reports/contract/schedule.ts';
import { addDays, todayIn } from '#platform/contract/date-range.ts';

dayjs.extend(utc);
dayjs.extend(timezone);

export interface Clockwork {
  timing: Timing;
  hour: number;
  timeZone: string;
}

/** One run of a schedule: the calendar day it is for, by the clocks of its zone, and the moment. */
export interface Slot {
  day: string;
  at: Date;
}

/** An hour that the clocks of a day leave out is the one after it; an hour that they have twice is the second of them. */
const momentOf = (day: string, { hour, timeZone }: Clockwork): Date =>
  dayjs.tz(`${day}T${String(hour).padStart(2, '0')}:00:00`, timeZone).toDate();

/** The first run after a moment. Days are counted, never hours: one with a changed clock has one run too. */
export function nextSlot(clockwork: Clockwork, after: Date): Slot {
  for (let day = todayIn(clockwork.timeZone, after); ; day = addDays(day, 1)) {
    if (!isDueOn(clockwork.timing, day)) continue;
    const at = momentOf(day, clockwork);
    if (at > after) return { day, at };
  }
}

/** The last run that was due by a moment. */
export function newestSlot(clockwork: Clockwork, by: Date): Slot {
  for (let day = todayIn(clockwork.timeZone, by); ; day = addDays(day, -1)) {
    if (!isDueOn(clockwork.timing, day)) continue;
    const at = momentOf(day, clockwork);
    if (at <= by) return { day, at };
  }
}
