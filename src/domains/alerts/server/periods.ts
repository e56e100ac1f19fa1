import type { UNITS } from '#domains/alerts/contract/alert.ts';
import { addDays, daysBetween } from '#platform/contract/date-range.ts';

export type Unit = (typeof UNITS)[number];

/** Consecutive days or hours by the clock of a package: `2026-11-20`, `2026-11-20T14`. An hour that comes twice when clocks are put back counts as one. */
export interface Periods {
  unit: Unit;
  names: readonly string[];
  indexOf: (name: string) => number;
  /** The one that goes on now; those after it have not begun. */
  current: number;
  /** As many as make a week. */
  week: number;
}

const HOURS = 24;
const pad = (n: number): string => String(n).padStart(2, '0');

export const periodName = (unit: Unit, day: string, hour: number | string = 0): string =>
  unit === 'day' ? day : `${day}T${pad(Number(hour))}`;

export const dayOf = (period: string): string => period.slice(0, 10);

/** The hour it is by the clock of a zone. */
export const hourIn = (timeZone: string, now: Date): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(now));

/** All between two days, both included. */
export function periodsOf(
  unit: Unit,
  days: { from: string; to: string },
  at: { today: string; hour: number },
): Periods {
  const count = daysBetween(days.from, days.to) + 1;
  const each = unit === 'day' ? 1 : HOURS;
  const names = Array.from({ length: count * each }, (_, index) =>
    periodName(unit, addDays(days.from, Math.floor(index / each)), index % each),
  );
  const known = new Map(names.map((name, index) => [name, index]));
  const indexOf = (name: string): number => known.get(name) ?? -1;
  return { unit, names, indexOf, current: indexOf(periodName(unit, at.today, at.hour)), week: 7 * each };
}
