import { describe, expect, it } from 'vitest';
import type { Row } from '#analytics/contract/rows.ts';
import { addDays } from '#platform/contract/date-range.ts';
import { judge, median, silenceOf } from './judge.ts';
import { foundBefore } from './looked-back.ts';
import { periodName, periodsOf } from './periods.ts';
import { seriesOf, type Watched } from './series.ts';

const TODAY = '2026-11-20';
const FROM = addDays(TODAY, -119);
const periods = periodsOf('day', { from: FROM, to: TODAY }, { today: TODAY, hour: 12 });
const hours = periodsOf('hour', { from: addDays(TODAY, -9), to: TODAY }, { today: TODAY, hour: 12 });

const watched = (more: Partial<Watched> = {}): Watched => ({
  metric: 'total',
  comparison: 'weekday',
  direction: 'above',
  limit: 4,
  window: { unit: 'day', length: 1 },
  each: 'publisher',
  least: 50,
  filters: {},
  condition: null,
  ...more,
});

interface Day {
  back: number;
  total: number;
  fraud?: number;
  publisher?: string;
  campaign?: string;
}

const row = ({ back, total, fraud = 0, publisher = 'A', campaign = '' }: Day): Row => ({
  key: '',
  name: '',
  date: addDays(TODAY, -back),
  publisher,
  campaign,
  total,
  fraud_percentage: total === 0 ? 0 : (100 * fraud) / total,
});
/** Weeks of one publisher: weekends have a third of it. */
const weeks = (publisher: string, scale = 1000): Day[] =>
  Array.from({ length: 120 }, (_, back) => {
    const weekday = new Date(`${addDays(TODAY, -back)}T00:00:00Z`).getUTCDay();
    const total = Math.round(scale * (weekday === 0 || weekday === 6 ? 0.3 : 1) * (1 + ((back * 37) % 11) / 200));
    return { back, total, fraud: Math.round(total / 10), publisher };
  });
const seriesFor = (days: readonly Day[], of = watched()) =>
  seriesOf(days.map(row), periods, { watched: of, currency: 'EUR' });
const last = periods.current;

describe('the same weekday of four weeks', () => {
  it('raises what is far above it and not what weekends and chance do', () => {
    const days = weeks('A');
    expect(foundBefore(seriesFor(days), watched())).toEqual([]);
    const spiked = days.map((day) => (day.back === 3 ? { ...day, total: 4 * day.total } : day));
    expect(foundBefore(seriesFor(spiked), watched()).map(({ day }) => day)).toEqual([addDays(TODAY, -3)]);
  });

  it('says too little only of a period that is over', () => {
    const of = watched({ direction: 'below' });
    const days = weeks('A').map((day) => (day.back <= 1 ? { ...day, total: 10 } : day));
    expect(judge(seriesFor(days, of), of, last)).toBeUndefined();
    expect(judge(seriesFor(days, of), of, last - 1)).toMatchObject({ value: 10, publisher: 'A' });
  });

  it('says nothing where fewer than three of the weeks have data', () => {
    const days = weeks('A').filter(({ back }) => back <= 20);
    const spiked = days.map((day) => (day.back === 0 ? { ...day, total: 9000 } : day));
    expect(judge(seriesFor(spiked), watched(), last)).toBeUndefined();
  });

  it('leaves a share alone that rests on few events', () => {
    const of = watched({ metric: 'fraud_percentage', least: 100 });
    const days = weeks('A').map((day) => (day.back === 0 ? { ...day, total: 20, fraud: 18 } : day));
    expect(judge(seriesFor(days, of), of, last)).toBeUndefined();
  });
});

it('campaigns that rise together are one cause: their publisher', () => {
  const of = watched({ each: 'campaign', comparison: 'limit', limit: 500 });
  const days = ['x', 'y', 'z'].map((campaign) => ({ back: 0, total: 600, publisher: 'A', campaign }));
  const found = judge(seriesFor([...days, { back: 0, total: 10, publisher: 'B', campaign: 'q' }], of), of, last);
  expect(found?.causes).toHaveLength(1);
  expect(found?.causes[0]?.parts.toSorted()).toEqual(['x', 'y', 'z']);
});

it('other publishers say what is usual, once there are four', () => {
  const of = watched({ metric: 'fraud_percentage', comparison: 'others', limit: 4 });
  const others = ['B', 'C', 'D', 'E'].map((publisher, at) => ({ back: 0, total: 1000, fraud: 100 + at, publisher }));
  const bad = { back: 0, total: 1000, fraud: 700, publisher: 'A' };
  expect(judge(seriesFor([...others, bad], of), of, last)).toMatchObject({ publisher: 'A', value: 70 });
  expect(judge(seriesFor([...others.slice(1), bad], of), of, last)).toBeUndefined();
});

it('a publisher is new on the day it has enough events, once, and not where data begin', () => {
  const of = watched({ metric: 'new_publisher', limit: 100, least: 0 });
  const fresh = [2, 1, 0].map((back) => ({ back, total: 60, publisher: 'Fresh' }));
  const found = foundBefore(seriesFor([...weeks('A'), ...fresh], of), of);
  expect(found.map(({ day, publisher }) => [day, publisher])).toEqual([[addDays(TODAY, -1), 'Fresh']]);
  expect(foundBefore(seriesFor(fresh, of), of)).toEqual([]);
});

it('a window adds up counts and weighs shares by their events', () => {
  const window = { unit: 'day', length: 3 } as const;
  const days = [
    { back: 2, total: 100, fraud: 10 },
    { back: 1, total: 300, fraud: 90 },
    { back: 0, total: 0 },
  ];
  const [counted] = seriesFor(days, watched({ window })).lines;
  expect(counted?.points[last]).toEqual({ value: 400, events: 400 });
  const [share] = seriesFor(days, watched({ window, metric: 'fraud_percentage' })).lines;
  expect(share?.points[last]?.value).toBeCloseTo(25);
});

it('data that stopped are told once for each silence, by the hour of the newest event', () => {
  const of = watched({ metric: 'freshness', comparison: 'limit', limit: 24, each: 'package' });
  const at = (back: number, hour: number): Row => ({
    key: '',
    name: '',
    date: addDays(TODAY, -back),
    hour: String(hour).padStart(2, '0'),
    total: 5,
    accepted: 5,
  });
  const series = seriesOf([at(5, 8), at(2, 10)], hours, { watched: of, currency: 'EUR' });
  expect(silenceOf(series, of, hours.current)).toMatchObject({
    period: periodName('hour', addDays(TODAY, -2), 10),
    value: 50,
  });
  expect(foundBefore(series, of).map(({ period }) => period)).toEqual([
    periodName('hour', addDays(TODAY, -5), 8),
    periodName('hour', addDays(TODAY, -2), 10),
  ]);
});

it('the middle of an even number of values lies between the two', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([5])).toBe(5);
});
