import { describe, expect, it } from 'vitest';
import { carriedRange, earliest, inPicker, isPastData, settledRange } from './date-limits.ts';
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

describe('days that go along to another package', () => {
  const here = { today: '2026-11-21' };
  const day = (of: string) => ({ from: of, to: of });
  const there = { today: '2026-11-21', newest_day: '2026-11-21', spans: [{ from: '2026-11-20', to: '2026-11-21' }] };

  it('stay where it has events on one of them', () => {
    const range = { from: '2026-11-10', to: '2026-11-20' };
    expect(carriedRange(range, here, there)).toEqual({ range });
  });

  it('end with its own today where they ended with that of the other', () => {
    const ahead = { ...there, today: '2026-11-22' };
    expect(carriedRange({ from: '2026-11-15', to: '2026-11-21' }, here, ahead).range).toEqual({
      from: '2026-11-16',
      to: '2026-11-22',
    });
    expect(carriedRange(day('2026-11-20'), here, ahead).range).toEqual(day('2026-11-20'));
  });

  it.each([
    ['before its first event', '2026-10-30', there],
    ['in a gap', '2026-11-12', { ...there, spans: [...there.spans, day('2026-11-01')] }],
  ])('give way to its usual ones, with the reason, when they lie %s', (_, asked, chosen) => {
    expect(carriedRange(day(asked), here, chosen)).toEqual({
      range: { from: '2026-11-15', to: '2026-11-21' },
      correction: 'no_data',
    });
  });

  it('give way to where its data are when these are all older', () => {
    const old = { today: '2026-11-21', newest_day: '2015-05-20', spans: [{ from: '2015-05-17', to: '2015-05-20' }] };
    expect(carriedRange(day('2026-11-21'), here, old)).toEqual({
      range: { from: '2015-05-14', to: '2015-05-20' },
      correction: 'no_data',
    });
  });

  it('stay where nothing is known of it', () => {
    expect(carriedRange(day('2026-11-12'), here, { ...there, newest_day: null, spans: [] })).toEqual({
      range: day('2026-11-12'),
    });
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
