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

const digits = (count: number, width: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => String(n).padStart(width, '0'));
const digits2 = digits(60, 2);
const digits3 = digits(1000, 3);
const MINUTES = Array.from({ length: 1440 }, (_, n) => `${digits2[Math.floor(n / 60)]}:${digits2[n % 60]}:`);
const days = new Map<number, string>();

/** `HH:MM:SS` of the day. */
const timeOfDay = (at: number): string => {
  const second = Math.floor(at / SECOND) % 86_400;
  return `${MINUTES[Math.floor(second / 60)]}${digits2[second % 60]}`;
};

/** `YYYY-MM-DD`. */
function dayOf(at: number): string {
  const day = Math.floor(at / DAY);
  let text = days.get(day);
  if (text === undefined) {
    text = new Date(day * DAY).toISOString().slice(0, 10);
    days.set(day, text);
  }
  return text;
}

/** As Date writes it, three times as fast: times are most of what a generator formats. */
export const iso = (at: number): string => {
  const whole = Math.floor(at);
  return `${dayOf(whole)}T${timeOfDay(whole)}.${digits3[whole % 1000]}Z`;
};

/** `YYYY-MM-DD HH:MM:SS`, as reports without a zone write times. */
export const clock = (at: number): string => `${dayOf(at)} ${timeOfDay(at)}`;

/**
 * How traffic spreads over a day and a week. Machines know neither night nor Sunday: that is how a person sees them.
 */
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
