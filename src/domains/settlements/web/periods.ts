import { addDays, addMonths } from '#platform/contract/date-range.ts';

export interface CyclePeriod {
  from: string;
  to: string;
}

const OFFERED = 12;

const monthBefore = (today: string, back: number): CyclePeriod => {
  const from = addMonths(`${today.slice(0, 7)}-01`, -back);
  return { from, to: addDays(addMonths(from, 1), -1) };
};

/** Last day before `today` that is a Sunday. */
const lastSunday = (today: string): string => addDays(today, -(new Date(`${today}T00:00:00Z`).getUTCDay() || 7));

/** Periods of a cycle that are over, the newest first: calendar months, weeks from Monday on, two of them. */
export function periodsOf(cycle: 'weekly' | 'fortnightly' | 'monthly', today: string): CyclePeriod[] {
  return Array.from({ length: OFFERED }, (_, back) => {
    if (cycle === 'monthly') return monthBefore(today, back + 1);
    const days = cycle === 'weekly' ? 7 : 14;
    const to = addDays(lastSunday(today), -days * back);
    return { from: addDays(to, 1 - days), to };
  });
}
