import { describe, expect, it } from 'vitest';
import { earliest, inPicker, isPastData, settledRange, typedDay } from './date-limits.ts';
import { compareRangeOf } from './selection.tsx';

const shownRange = (...asked: Parameters<typeof settledRange>) => settledRange(...asked).range;
const limits = { today: '2026-11-21', historyMonths: 3 };

describe('the range', () => {
  it('is the last seven days at first [FLT-CONST-06]', () => {
    expect(shownRange({}, limits)).toEqual({ from: '2026-11-15', to: '2026-11-21' });
  });

  it('is reused as stored [FLT-RULE-02]', () => {
    expect(shownRange({ from: '2026-10-01', to: '2026-10-09' }, limits)).toEqual({
      from: '2026-10-01',
      to: '2026-10-09',
    });
  });

  it('reaches back from the newest event where the data are older than today', () => {
    const old = { ...limits, newest: '2015-05-20' };
    expect(earliest(old)).toBe('2015-02-20');
    expect(shownRange({ from: '2015-05-17', to: '2015-05-20' }, old)).toEqual({
      from: '2015-05-17',
      to: '2015-05-20',
    });
    expect(earliest({ ...limits, newest: '2026-11-30' })).toBe('2026-08-21');
  });

  it('without an end runs one month, to today at most [FLT-RULE-03]', () => {
    expect(shownRange({ from: '2026-09-21' }, limits)).toEqual({ from: '2026-09-21', to: '2026-10-21' });
    expect(shownRange({ from: '2026-11-16' }, limits)).toEqual({ from: '2026-11-16', to: '2026-11-21' });
  });

  it('never leaves the selectable history [FLT-RULE-01]', () => {
    expect(earliest(limits)).toBe('2026-08-21');
    expect(shownRange({ from: '2025-01-01', to: '2027-01-01' }, limits)).toEqual({
      from: '2026-08-21',
      to: '2026-11-21',
    });
  });

  it.each([
    [{ from: '2026-02-30', to: '2026-03-01' }],
    [{ from: '2026-11-20', to: '2026-11-10' }],
    [{ from: 7, to: null }],
  ])('falls back to the last seven days for nonsense: %j', (given) => {
    expect(shownRange(given, limits)).toEqual({ from: '2026-11-15', to: '2026-11-21' });
  });

  it('begins where the data are when those are older than the last seven days', () => {
    const old = { ...limits, newest: '2015-05-20' };
    expect(shownRange({}, old)).toEqual({ from: '2015-05-14', to: '2015-05-20' });
    expect(shownRange({}, { ...limits, newest: '2026-11-15' })).toEqual({ from: '2026-11-15', to: '2026-11-21' });
    expect(shownRange({}, { ...limits, newest: null })).toEqual({ from: '2026-11-15', to: '2026-11-21' });
    expect(isPastData('2026-11-15', '2015-05-20')).toBe(true);
    expect(isPastData('2015-05-20', '2015-05-20')).toBe(false);
    expect(isPastData('2026-11-15', null)).toBe(false);
  });

  it.each([
    [{ from: '2026-02-30', to: '2026-03-01' }, 'unreadable'],
    [{ from: '2026-11-20', to: '2026-11-10' }, 'reversed'],
    [{ from: '2019-01-01', to: '2019-01-07' }, 'outside'],
    [{ from: '2027-01-01', to: '2027-01-07' }, 'outside'],
    [{ from: '2025-01-01', to: '2026-11-20' }, 'cut'],
    [{ from: '2026-11-20', to: '2027-01-01' }, 'cut'],
    [{ from: '2026-11-19', to: '2026-11-20' }, undefined],
    // An end that nobody named is no correction.
    [{ from: '2026-11-16' }, undefined],
  ])('says why it is not the one asked for: %j is %s', (given, correction) => {
    expect(settledRange(given, limits).correction).toBe(correction);
  });

  it('is written day first in the picker', () => {
    expect(inPicker('2024-03-05')).toBe('05/03/2024');
  });
});

describe('the compared range', () => {
  const range = { from: '2026-11-15', to: '2026-11-21' };
  it('has the same length and ends the day before', () => {
    expect(compareRangeOf(range, 'previous')).toEqual({ from: '2026-11-08', to: '2026-11-14' });
  });
  it('keeps the weekdays a year back', () => {
    expect(compareRangeOf(range, 'year')).toEqual({ from: '2025-11-16', to: '2025-11-22' });
  });
});

it.each([
  ['05/11/2026', '2026-11-05'],
  ['5/1/2026', '2026-01-05'],
  ['31.12.2026', '2026-12-31'],
  ['2026-11-05', '2026-11-05'],
  ['31/02/2026', null],
  ['11/25/2026', null],
  ['tomorrow', null],
  ['', null],
])('a typed day is read as it is written, day first: %s is %s [FLT-CONST-02]', (text, day) => {
  expect(typedDay(text)).toBe(day);
});
