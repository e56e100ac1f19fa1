import { describe, expect, it } from 'vitest';
import { DAY } from '#demo/calendar.ts';
import { type BenchEvent, columnOf } from '../event.ts';
import type { Source } from '../source.ts';
import { countryOf, FIRST_DAY, Stage } from '../stage.ts';
import { USUAL } from '../worlds.ts';
import { habitsOf, liveWithApp } from './app-life.ts';
import { dollarsIn, priceIn } from './prices.ts';

const source: Source = {
  side: 'app',
  index: 0,
  publisher: 'network-1',
  sub: 'site-1',
  channel: 'video',
  truth: { is: 'ordinary' },
  besideBad: false,
};

/** So many people of a country who installed on the first day, each with what is reported of them. */
function lives(people: number, code: string): BenchEvent[][] {
  let own: BenchEvent[] = [];
  const stage = new Stage(source, { seed: 5, world: USUAL }, (event) => own.push(event));
  return Array.from({ length: people }, () => {
    own = [];
    liveWithApp(stage, stage.person({ country: countryOf(code) }), stage.ad(), FIRST_DAY, {
      habits: { nextDay: 0.34, decay: 0.48, pays: 1, dear: 0 },
    });
    return own;
  });
}

describe('people who have installed the app', () => {
  const all = lives(12_000, 'US');
  const share = (holds: (events: BenchEvent[]) => boolean) => all.filter(holds).length / all.length;
  const named = (events: BenchEvent[], name: string) =>
    events.filter((event) => columnOf(event, 'event_name') === name);

  it('come back on the first, the seventh and the thirteenth day as often as published curves have it', () => {
    const openedOn = (day: number) =>
      share((events) => named(events, 'session_start').some(({ at }) => Math.round((at - FIRST_DAY) / DAY) === day));
    expect(openedOn(1)).toBeCloseTo(0.34, 1);
    expect(openedOn(7)).toBeGreaterThan(0.11);
    expect(openedOn(7)).toBeLessThan(0.16);
    expect(openedOn(13)).toBeGreaterThan(0.08);
    expect(openedOn(13)).toBeLessThan(0.12);
  });

  it('pay as payers of games do: few of them, most once or twice, a tenth brings half of the money', () => {
    const spent = all
      .map((events) => named(events, 'purchase').reduce((sum, event) => sum + (columnOf(event, 'revenue') ?? 0), 0))
      .filter((dollars) => dollars > 0)
      .sort((a, b) => b - a);
    expect(spent.length / all.length).toBeGreaterThan(0.055);
    expect(spent.length / all.length).toBeLessThan(0.08);
    const total = spent.reduce((sum, dollars) => sum + dollars, 0);
    const top = spent.slice(0, Math.round(spent.length / 10)).reduce((sum, dollars) => sum + dollars, 0);
    expect(top / total).toBeGreaterThan(0.4);
    expect(top / total).toBeLessThan(0.7);
    expect(total / spent.length).toBeGreaterThan(12);
    expect(total / spent.length).toBeLessThan(40);
    const once = all.filter((events) => named(events, 'purchase').length === 1).length;
    expect(once / spent.length).toBeGreaterThan(0.5);
  });

  it('give some purchases back: the same order, its amount below zero', () => {
    const refunds = all.flatMap((events) => named(events, 'refund').map((refund) => ({ refund, events })));
    expect(refunds.length).toBeGreaterThan(5);
    for (const { refund, events } of refunds) {
      const order = columnOf(refund, 'order_id');
      const bought = named(events, 'purchase').find((event) => columnOf(event, 'order_id') === order);
      expect(columnOf(refund, 'revenue')).toBe(-(bought ? (columnOf(bought, 'revenue') ?? 0) : 0));
      expect(refund.at).toBeGreaterThan(bought?.at ?? Number.POSITIVE_INFINITY);
    }
  });
});

it('sites of one network resemble each other in how people stay, and not wholly', () => {
  const habits = (publisher: string, sub: string) =>
    habitsOf(new Stage({ ...source, publisher, sub }, { seed: 5, world: USUAL }, () => {}));
  expect(habits('network-1', 'a')).toEqual(habits('network-1', 'a'));
  expect(habits('network-1', 'a').decay).toBe(habits('network-1', 'b').decay);
  expect(habits('network-1', 'a').nextDay).not.toBe(habits('network-1', 'b').nextDay);
  expect(habits('network-2', 'a').decay).not.toBe(habits('network-1', 'a').decay);
});

it('prices are written in the money of the country and worth about the same', () => {
  expect(priceIn(countryOf('US'), 4.99)).toBeCloseTo(4.99);
  expect(priceIn(countryOf('DE'), 99.99)).toBeCloseTo(88.99);
  expect(priceIn(countryOf('JP'), 4.99)).toBe(740);
  for (const code of ['US', 'DE', 'JP', 'IN', 'ID', 'BR']) {
    const country = countryOf(code);
    const dollars = priceIn(country, 49.99) * dollarsIn(country.currency);
    expect([code, dollars > 45 && dollars < 55]).toEqual([code, true]);
  }
});
