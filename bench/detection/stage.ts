import { DAY, moment, type Rhythm, startOfDay, weekdayWeight } from '#demo/calendar.ts';
import { COUNTRIES, type Country } from '#demo/data/countries.ts';
import { makePerson, type Person, type Wish } from '#demo/people.ts';
import { Random } from '#demo/random.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import type { BenchEvent, Reported } from './event.ts';
import { costOf, PRICES } from './money.ts';
import type { Source } from './source.ts';
import { type DeclaredWorld, streamOf } from './worlds.ts';

/** Every world begins on a Monday; the longest is a fortnight. */
export const FIRST_DAY = startOfDay('2026-11-02');
export const DAYS = 14;
export const LAST_MOMENT = FIRST_DAY + DAYS * DAY;

/** Nothing wrong with it. */
export const VALID: readonly string[] = [];

export type Emit = (event: BenchEvent, source: Source, reasons: readonly string[]) => void;

/** Draws one of the first `days`; `weigh` is the volume of a day given its number from 0. */
export type DayDraw = (random: Random) => number;

export function dayDraw(days: number, weigh: (day: number) => number): DayDraw {
  const sums: number[] = [];
  let total = 0;
  for (let day = 0; day < days; day++) {
    total += weigh(day);
    sums.push(total);
  }
  return (random) => {
    const at = random.next() * total;
    const day = sums.findIndex((sum) => at < sum);
    return FIRST_DAY + Math.max(0, day) * DAY;
  };
}

const usualDays = (days: number): Record<Rhythm, DayDraw> => ({
  shop: dayDraw(days, (day) => weekdayWeight('shop', FIRST_DAY + day * DAY)),
  game: dayDraw(days, (day) => weekdayWeight('game', FIRST_DAY + day * DAY)),
  office: dayDraw(days, (day) => weekdayWeight('office', FIRST_DAY + day * DAY)),
  machine: dayDraw(days, () => 1),
});

/** What holds at every source of a world. */
export interface Conditions {
  seed: number;
  world: DeclaredWorld;
}

/** Where one source plays: its random numbers, its ads, and the way to the file. */
export class Stage {
  readonly source: Source;
  readonly world: DeclaredWorld;
  readonly random: Random;
  readonly #seed: number;
  readonly #stream: string;
  readonly #emit: Emit;
  readonly #usualDay: Record<Rhythm, DayDraw>;
  readonly #end: number;
  readonly #dear: number;

  constructor(source: Source, { seed, world }: Conditions, emit: Emit) {
    this.source = source;
    this.world = world;
    this.#seed = seed;
    this.#stream = streamOf(world, source.side);
    // Every source has its own numbers: adding one leaves the others as they were.
    this.random = new Random(seed, `${this.#stream} ${source.publisher} ${source.sub}`);
    this.#emit = emit;
    this.#usualDay = usualDays(world.days);
    this.#end = FIRST_DAY + world.days * DAY;
    this.#dear = this.fixed('source', 'price').logNormal(1, PRICES.siteSigma);
  }

  /**
   * Numbers that only depend on the world, on the publisher, or on the source itself: the same whenever they are asked
   * for.
   */
  fixed(of: 'world' | 'publisher' | 'source', purpose: string): Random {
    const { publisher, sub } = this.source;
    const whose = { world: '', publisher: `${publisher} `, source: `${publisher} ${sub} ` }[of];
    return new Random(this.#seed, `${this.#stream} ${whose}${purpose}`);
  }

  /** So many, or as much less as sources of this world are smaller; at least one. */
  sized(full: number): number {
    return Math.max(1, Math.round(full * this.world.volume[this.source.side]));
  }

  /** Reports one event, unless it lies outside the days of the world. Returns whether it was reported. */
  emit(kind: EventKind, at: number, reasons: readonly string[], ...parts: readonly Reported[]): boolean {
    if (at < FIRST_DAY || at >= this.#end) return false;
    const event = { kind, at: Math.floor(at), parts };
    const { side, truth } = this.source;
    const bought = truth.is === 'organic' ? event : { ...event, parts: [...parts, costOf(event, side, this.#dear)] };
    this.#emit(bought, this.source, reasons);
    return true;
  }

  /** A moment that follows the hours of the country and the days of the rhythm. */
  moment(country: Country, rhythm: Rhythm, day: DayDraw = this.#usualDay[rhythm]): number {
    return moment(this.random, day(this.random), rhythm, country);
  }

  person(wish: Wish = {}, at: number = FIRST_DAY): Person {
    return makePerson(this.random, this.source.side, at, wish);
  }

  /** Who brought the event, and the ad it came from. */
  ad(): Reported {
    const { publisher, sub, channel } = this.source;
    if (channel === 'organic') return { publisher: 'organic', channel };
    const campaign = this.random.pick(CAMPAIGNS[this.source.side]);
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
