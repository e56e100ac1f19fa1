import { describe, expect, it } from 'vitest';
import { COVERS, daysCovered, isDueOn, type Timing } from '#domains/reports/contract/schedule.ts';
import { addDays } from '#platform/contract/date-range.ts';
import { newestSlot, nextSlot } from './slots.ts';

const daily: Timing = { frequency: 'daily' };
const next = (timing: Timing, hour: number, timeZone: string, after: string) =>
  nextSlot({ timing, hour, timeZone }, new Date(after)).at.toISOString();
const runs = (timing: Timing, hour: number, timeZone: string, after: string, n: number): string[] => {
  const found: string[] = [];
  for (let at = after; found.length < n; ) {
    at = next(timing, hour, timeZone, at);
    found.push(at);
  }
  return found;
};
const dueDays = (timing: Timing, from: string, n: number) =>
  Array.from({ length: n }, (_, at) => addDays(from, at)).filter((day) => isDueOn(timing, day));

describe('a schedule', () => {
  it('runs at its hour by the clocks of its zone, before and after they are changed', () => {
    expect(runs(daily, 8, 'Europe/Berlin', '2026-10-23T12:00:00Z', 3)).toEqual([
      '2026-10-24T06:00:00.000Z',
      '2026-10-25T07:00:00.000Z',
      '2026-10-26T07:00:00.000Z',
    ]);
    expect(runs(daily, 8, 'America/New_York', '2026-03-07T00:00:00Z', 2)).toEqual([
      '2026-03-07T13:00:00.000Z',
      '2026-03-08T12:00:00.000Z',
    ]);
    expect(next(daily, 9, 'Asia/Kathmandu', '2026-11-20T12:00:00Z')).toBe('2026-11-21T03:15:00.000Z');
  });

  it('runs once on a day that lacks its hour and once on a day that has it twice', () => {
    // 2 o'clock on 29 March is 3 o'clock; on 25 October it comes twice.
    expect(runs(daily, 2, 'Europe/Berlin', '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:00:00.000Z',
    ]);
    expect(runs(daily, 2, 'Europe/Berlin', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T01:00:00.000Z',
      '2026-10-26T01:00:00.000Z',
    ]);
    // Midnight itself is left out in Havana.
    expect(runs(daily, 0, 'America/Havana', '2026-03-07T12:00:00Z', 2)).toEqual([
      '2026-03-08T05:00:00.000Z',
      '2026-03-09T04:00:00.000Z',
    ]);
  });

  it('has one run on each of its days in every zone, whatever its clocks do in a year', () => {
    for (const timeZone of [
      'Europe/Berlin',
      'America/Havana',
      'Australia/Lord_Howe',
      'Africa/Casablanca',
      'Asia/Tokyo',
    ])
      for (const hour of [0, 2, 23]) {
        const found = runs(daily, hour, timeZone, '2026-01-01T12:00:00Z', 366);
        expect([timeZone, hour, new Set(found).size]).toEqual([timeZone, hour, 366]);
        const gaps = found.slice(1).map((at, n) => (Date.parse(at) - Date.parse(found[n] ?? '')) / 3_600_000);
        expect(Math.min(...gaps)).toBeGreaterThanOrEqual(22);
        expect(Math.max(...gaps)).toBeLessThanOrEqual(26);
      }
  });

  it('of what was missed has the newest run alone', () => {
    const clockwork = { timing: { frequency: 'weekly', weekday: 1 } as const, hour: 8, timeZone: 'Europe/Berlin' };
    expect(newestSlot(clockwork, new Date('2026-11-20T12:00:00Z'))).toEqual({
      day: '2026-11-16',
      at: new Date('2026-11-16T07:00:00Z'),
    });
    // A minute before its hour on a Monday it is that of the week before.
    expect(newestSlot(clockwork, new Date('2026-11-16T06:59:00Z')).day).toBe('2026-11-09');
    expect(newestSlot(clockwork, new Date('2026-11-16T07:00:00Z')).day).toBe('2026-11-16');
  });

  it('is for the calendar day of its zone, which may be another than that of UTC', () => {
    const clockwork = { timing: daily, hour: 1, timeZone: 'Asia/Tokyo' };
    expect(nextSlot(clockwork, new Date('2026-11-20T12:00:00Z'))).toEqual({
      day: '2026-11-21',
      at: new Date('2026-11-20T16:00:00Z'),
    });
  });

  it('by the month takes the last day of a shorter one', () => {
    expect(dueDays({ frequency: 'monthly', day: 31 }, '2026-01-01', 120)).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
    ]);
    expect(dueDays({ frequency: 'monthly', day: 29 }, '2028-02-01', 29)).toEqual(['2028-02-29']);
  });

  it('on the first working day of the month is never on a weekend', () => {
    // 1 August 2026 is a Saturday, 1 November a Sunday, 1 January 2027 a Friday: holidays are not known.
    expect(dueDays({ frequency: 'first_working_day' }, '2026-07-01', 200)).toEqual([
      '2026-07-01',
      '2026-08-03',
      '2026-09-01',
      '2026-10-01',
      '2026-11-02',
      '2026-12-01',
      '2027-01-01',
    ]);
  });
});

describe('the days of a scheduled report', () => {
  it('follow from the day it is made for', () => {
    const of = (day: string) => COVERS.map((covers) => Object.values(daysCovered(covers, day)).join('/'));
    expect(of('2026-11-20')).toEqual([
      '2026-11-19/2026-11-19',
      '2026-11-13/2026-11-19',
      '2026-11-09/2026-11-15',
      '2026-10-01/2026-10-31',
      '2026-11-01/2026-11-20',
    ]);
    // A Monday that begins a month; the first of a year.
    expect(of('2026-06-01').slice(2)).toEqual([
      '2026-05-25/2026-05-31',
      '2026-05-01/2026-05-31',
      '2026-06-01/2026-06-01',
    ]);
    expect(of('2027-01-01').slice(2)).toEqual([
      '2026-12-21/2026-12-27',
      '2026-12-01/2026-12-31',
      '2027-01-01/2027-01-01',
    ]);
    // A Sunday belongs to the week that ends with it.
    expect(of('2026-11-22')[2]).toBe('2026-11-09/2026-11-15');
    expect(of('2026-11-23')[2]).toBe('2026-11-16/2026-11-22');
  });
});
