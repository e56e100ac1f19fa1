import { describe, expect, it } from 'vitest';
import type { ImportMapping } from '#traffic/intake/contract/import-mapping.ts';
import { assign, isChanged, mappingFaults, targetsOf, timeFormOf, withKind, withTimeForm } from './mapping-state.ts';

const guess: ImportMapping = {
  format: 'table',
  source: 'table',
  report: 'clicks',
  reading: { shape: 'csv', encoding: 'utf-8', delimiter: ';', header: true },
  kind: { rules: [], otherwise: 'click' },
  fields: {
    ts: { from: ['zeit'], time: 'day_first' },
    click_time: { from: ['zeit'], time: 'day_first' },
    install_time: { from: ['epoch'], time: 'unix_seconds' },
    publisher: { from: ['quelle', 'partner'] },
    brand: { from: ['marke'], constant: 'house' },
  },
  timeZone: 'Europe/Berlin',
  decimalMark: ',',
  currency: '',
};

describe('the mapping a person corrects', () => {
  it('lets one column fill several fields', () => {
    expect(targetsOf(guess, 'zeit')).toEqual(['ts', 'click_time']);
    const one = assign(guess, 'zeit', ['ts']);
    expect(targetsOf(one, 'zeit')).toEqual(['ts']);
    expect(one.fields.click_time).toBeUndefined();
    expect(guess.fields.click_time).toBeDefined();
  });

  it('puts the newly chosen column before the others of a field', () => {
    expect(assign(guess, 'anbieter', ['publisher']).fields.publisher?.from).toEqual(['anbieter', 'quelle', 'partner']);
  });

  it('keeps the other columns and a constant when a column is taken away', () => {
    expect(assign(guess, 'quelle', []).fields.publisher?.from).toEqual(['partner']);
    expect(assign(guess, 'marke', []).fields.brand).toEqual({ from: [], constant: 'house' });
  });

  it('gives a new time the form of the event time', () => {
    expect(assign(guess, 'gesehen', ['impression_time']).fields.impression_time).toEqual({
      from: ['gesehen'],
      time: 'day_first',
    });
  });

  it('changes the form of all times that had it, and of no other', () => {
    const changed = withTimeForm(guess, 'month_first');
    expect(timeFormOf(changed)).toBe('month_first');
    expect(changed.fields.click_time?.time).toBe('month_first');
    expect(changed.fields.install_time?.time).toBe('unix_seconds');
  });

  it('cannot start without the time of the event or without a kind', () => {
    expect(mappingFaults(guess)).toEqual([]);
    expect(mappingFaults(assign(guess, 'zeit', []))).toEqual(['step_no_time']);
    expect(mappingFaults(withKind(guess, null))).toEqual(['no_kind']);
  });

  it('marks what differs from the guess', () => {
    expect(isChanged(guess, guess, 'zeit')).toBe(false);
    expect(isChanged(guess, assign(guess, 'zeit', ['ts']), 'zeit')).toBe(true);
  });
});
