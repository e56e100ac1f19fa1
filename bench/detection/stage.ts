import { DAY, moment, type Rhythm, startOfDay, weekdayWeight } from '#demo/calendar.ts';
import { COUNTRIES, type Country } from '#demo/data/countries.ts';
import { makePerson, type Person, type Wish } from '#demo/people.ts';
import { Random } from '#demo/random.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import type { BenchEvent, Reported } from './event.ts';
import type { Source } from './source.ts';

/** A fortnight, Monday to Sunday twice. */
export const FIRST_DAY = startOfDay('2026-11-02');
export const DAYS = 14;
export const LAST_MOMENT = FIRST_DAY + DAYS * DAY;

/** Nothing wrong with it. */
export const VALID: readonly string[] = [];

export type Emit = (event: BenchEvent, source: Source, reasons: readonly string[]) => void;

/** Draws a day of the fortnight; `weigh` is the volume of a day given its number from 0. */
export type DayDraw = (random: Random) => number;

export function dayDraw(weigh: (day: number) => number): DayDraw {
  const sums: number[] = [];
  let total = 0;
  for (let day = 0; day < DAYS; day++) {
    total += weigh(day);
    sums.push(total);
  }
  return (random) => {
    const at = random.next() * total;
    const day = sums.findIndex((sum) => at < sum);
    return FIRST_DAY + Math.max(0, day) * DAY;
  };
}

const usualDay: Record<Rhythm, DayDraw> = {
  shop: dayDraw((day) => weekdayWeight('shop', FIRST_DAY + day * DAY)),
  game: dayDraw((day) => weekdayWeight('game', FIRST_DAY + day * DAY)),
  office: dayDraw((day) => weekdayWeight('office', FIRST_DAY + day * DAY)),
  machine: dayDraw(() => 1),
};

/** Where one source plays: its random numbers, its ads, and the way to the file. */
export class Stage {
  readonly source: Source;
  readonly random: Random;
  readonly #seed: number;
  readonly #emit: Emit;

  constructor(source: Source, seed: number, emit: Emit) {
    this.source = source;
    // Every source has its own numbers: adding one leaves the others as they were.
    this.random = new Random(seed, `${source.world} ${source.publisher} ${source.sub}`);
    this.#seed = seed;
    this.#emit = emit;
  }

  /** Numbers that only depend on the publisher, or on the source itself: the same whenever they are asked for. */
  fixed(of: 'publisher' | 'source', purpose: string): Random {
    const { world, publisher, sub } = this.source;
    return new Random(this.#seed, `${world} ${publisher} ${of === 'source' ? `${sub} ` : ''}${purpose}`);
  }

  /** Reports one event, unless it lies outside the fortnight. Returns whether it was reported. */
  emit(kind: EventKind, at: number, reasons: readonly string[], ...parts: readonly Reported[]): boolean {
    if (at < FIRST_DAY || at >= LAST_MOMENT) return false;
    this.#emit({ kind, at: Math.floor(at), parts }, this.source, reasons);
    return true;
  }

  /** A moment that follows the hours of the country and the days of the rhythm. */
  moment(country: Country, rhythm: Rhythm, day: DayDraw = usualDay[rhythm]): number {
    return moment(this.random, day(this.random), rhythm, country);
  }

  person(wish: Wish = {}, at: number = FIRST_DAY): Person {
    return makePerson(this.random, this.source.world, at, wish);
  }

  /** Who brought the event, and the ad it came from. */
  ad(): Reported {
    const { publisher, sub, channel } = this.source;
    if (channel === 'organic') return { publisher: 'organic', channel };
    const campaign = this.random.pick(CAMPAIGNS[this.source.world]);
    return {
      publisher,
      sub_publisher: sub,
      channel,
      campaign,
      placement: `${sub}-slot-${this.random.int(1, 4)}`,
      creative: `creative-${this.random.int(1, 8)}`,
    };
  }
}

const CAMPAIGNS = {
  app: ['autumn-installs', 'lookalike-2', 'broad-android', 'broad-ios', 'weekend'],
  web: ['autumn-sale', 'new-arrivals', 'brand', 'gift-guide', 'clearance'],
} as const;

const byCode = new Map<string, Country>(COUNTRIES.map((country) => [country.code, country]));

export function countryOf(code: string): Country {
  const country = byCode.get(code);
  if (!country) throw new Error(`no such country: ${code}`);
  return country;
}

/** Whole number around a mean of any size: the remainder by chance. */
export const roughly = (random: Random, mean: number): number =>
  Math.floor(mean) + (random.chance(mean - Math.floor(mean)) ? 1 : 0);
