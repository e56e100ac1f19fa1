import type { Country } from './data/countries.ts';
import type { Random } from './random.ts';
import { weighted } from './random.ts';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Start of a day given as YYYY-MM-DD, in milliseconds UTC. */
export function startOfDay(day: string): number {
  const at = Date.parse(`${day}T00:00:00.000Z`);
  if (Number.isNaN(at)) throw new Error(`not a day: ${day}`);
  return at;
}

export const iso = (at: number): string => new Date(at).toISOString();

/** How traffic spreads over a day and a week. Machines know neither night nor Sunday: that is how a person sees them. */
export type Rhythm = 'shop' | 'game' | 'office' | 'machine';

const HOURS: Record<Rhythm, readonly number[]> = {
  shop: [8, 4, 3, 2, 2, 4, 12, 24, 34, 42, 48, 52, 58, 54, 48, 46, 50, 58, 68, 82, 92, 84, 56, 24],
  game: [30, 18, 10, 7, 6, 8, 18, 34, 40, 38, 38, 42, 54, 50, 44, 44, 50, 60, 70, 80, 92, 100, 84, 54],
  office: [0, 0, 0, 0, 0, 0, 1, 10, 40, 60, 70, 66, 34, 56, 62, 58, 46, 16, 3, 0, 0, 0, 0, 0],
  machine: Array.from({ length: 24 }, () => 1),
};

/** Sunday first, as Date counts. */
const WEEKDAYS: Record<Rhythm, readonly number[]> = {
  shop: [1.18, 1.05, 1, 0.98, 0.97, 0.9, 0.92],
  game: [1.28, 0.92, 0.9, 0.9, 0.93, 1.02, 1.25],
  office: [0.03, 1, 1.05, 1.05, 1, 0.8, 0.04],
  machine: [1, 1, 1, 1, 1, 1, 1],
};

const drawHour = {
  shop: weighted([...HOURS.shop.keys()], (hour) => HOURS.shop[hour] ?? 0),
  game: weighted([...HOURS.game.keys()], (hour) => HOURS.game[hour] ?? 0),
  office: weighted([...HOURS.office.keys()], (hour) => HOURS.office[hour] ?? 0),
  machine: weighted([...HOURS.machine.keys()], (hour) => HOURS.machine[hour] ?? 0),
} satisfies Record<Rhythm, (random: Random) => number>;

export const weekdayWeight = (rhythm: Rhythm, dayStart: number): number =>
  WEEKDAYS[rhythm][new Date(dayStart).getUTCDay()] ?? 1;

/** A moment of the UTC day, following the local hours of the country. */
export function moment(random: Random, dayStart: number, rhythm: Rhythm, country: Country): number {
  const local = drawHour[rhythm](random) - country.offset;
  const hour = (local + 24) % 24;
  return dayStart + Math.floor(((hour + random.next()) % 24) * HOUR);
}
