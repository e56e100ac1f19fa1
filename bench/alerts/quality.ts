/** How many planted stories alerts catch in 90 days, and how often they speak of none: pure reckoning, no engine. */
import type { Row } from '#analytics/contract/rows.ts';
import { foundBefore } from '#domains/alerts/server/looked-back.ts';
import { periodsOf } from '#domains/alerts/server/periods.ts';
import { seriesOf, type Watched } from '#domains/alerts/server/series.ts';
import { addDays } from '#platform/contract/date-range.ts';

const TODAY = '2026-11-20';
const DAYS = 126;
const LOOKED_AT = 90;
const PUBLISHERS = 12;

const base: Watched = {
  metric: 'fraud_percentage',
  comparison: 'weekday',
  direction: 'above',
  limit: 4,
  window: { unit: 'day', length: 1 },
  each: 'publisher',
  least: 100,
  filters: {},
  condition: null,
};

/** Alerts as people would set them. */
export const WATCHED: Readonly<Record<string, Watched>> = {
  'share of fraud, each publisher, same weekday, 4': base,
  'share of fraud, each publisher, others, 4': { ...base, comparison: 'others' },
  'volume rises, each publisher, same weekday, 4': { ...base, metric: 'total' },
  'volume falls, each publisher, same weekday, 4': { ...base, metric: 'total', direction: 'below' },
};

export interface Story {
  kind: 'spike' | 'silence' | 'sale';
  publisher: string;
  day: string;
}

/** mulberry32: the same days on every machine. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Box-Muller; good enough for the sums of many visitors. */
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Weeks with weekends, a slow trend and more noise than chance alone; stories lie on days of their own. */
export function world(seed: number): { rows: Row[]; stories: Story[] } {
  const random = randomOf(seed);
  const name = (which: number): string => `P${which}`;
  const dayAt = (): string => addDays(TODAY, -1 - Math.floor(random() * (LOOKED_AT - 2)));
  const kinds = ['spike', 'spike', 'spike', 'silence', 'silence', 'sale'] as const;
  const days = new Set<string>();
  const stories = kinds.map((kind): Story => {
    let day = dayAt();
    while (days.has(day)) day = dayAt();
    days.add(day);
    return { kind, day, publisher: name(Math.floor(random() * PUBLISHERS)) };
  });
  const rows: Row[] = [];
  for (let which = 0; which < PUBLISHERS; which++) {
    const size = 300 * (1 + which) ** 1.2;
    const usualShare = 0.04 + 0.06 * random();
    const trend = (random() - 0.5) / 150;
    for (let back = DAYS; back >= 0; back--) {
      const day = addDays(TODAY, -back);
      const story = stories.find((one) => one.day === day && (one.publisher === name(which) || one.kind === 'sale'));
      const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
      const weekend = weekday === 0 || weekday === 6 ? 0.6 : 1;
      const expected = size * weekend * (1 + trend * (DAYS - back)) * Math.exp(0.08 * normal(random));
      const factor = story?.kind === 'silence' ? 0 : story?.kind === 'sale' ? 3 : story ? 1.3 : 1;
      const total = Math.max(0, Math.round(expected * factor));
      const share = Math.min(0.95, usualShare * Math.exp(0.1 * normal(random)) + (story?.kind === 'spike' ? 0.15 : 0));
      const fraud = Math.min(total, Math.max(0, Math.round(total * share + Math.sqrt(total * share) * normal(random))));
      if (total > 0)
        rows.push({
          key: '',
          name: '',
          date: day,
          publisher: name(which),
          total,
          fraud,
          fraud_percentage: (100 * fraud) / total,
        });
    }
  }
  return { rows, stories };
}

export interface Tally {
  planted: number;
  caught: number;
  /** Alerts that named a cause of no story. */
  false: number;
  /** Alerts about a sale: volume rose as it does in one, so they are right, and unwanted. */
  sales: number;
}

/** Which stories an alert of this measure is to speak of. */
const wanted = ({ metric, direction }: Watched): Story['kind'] | undefined =>
  metric === 'fraud_percentage' ? 'spike' : direction === 'below' ? 'silence' : undefined;

export function tallyOf(watched: Watched, seeds: readonly number[]): Tally {
  const periods = periodsOf('day', { from: addDays(TODAY, -DAYS), to: TODAY }, { today: TODAY, hour: 23 });
  const tally: Tally = { planted: 0, caught: 0, false: 0, sales: 0 };
  for (const seed of seeds) {
    const { rows, stories } = world(seed);
    const found = foundBefore(seriesOf(rows, periods, { watched, currency: 'EUR' }), watched);
    const told = (story: Story): boolean =>
      found.some(
        ({ day, causes }) => day === story.day && causes.some(({ publisher }) => publisher === story.publisher),
      );
    const meant = stories.filter(({ kind }) => kind === wanted(watched));
    tally.planted += meant.length;
    tally.caught += meant.filter(told).length;
    for (const { day, causes } of found) {
      const ofDay = stories.filter((story) => story.day === day);
      if (ofDay.some(({ kind }) => kind === 'sale')) tally.sales++;
      else if (!causes.some(({ publisher }) => ofDay.some((story) => story.publisher === publisher))) tally.false++;
    }
  }
  return tally;
}
