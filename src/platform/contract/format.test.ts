import { describe, expect, it } from 'vitest';
import { createFormat } from './format.ts';

const en = createFormat('en');
const de = createFormat('de');

describe('formats', () => {
  it('write numbers by language', () => {
    expect([en.number(12345.678), de.number(12345.678), en.compact(182_300), en.number(3, 2)]).toEqual([
      '12,345.68',
      '12.345,68',
      '182K',
      '3.00',
    ]);
  });

  it('round a share alike whichever way it was reckoned', () => {
    expect(en.percent(9 / 2_000)).toBe('0.5\u00a0%');
    expect(en.percent((100 * 9) / 2_000 / 100)).toBe('0.5\u00a0%');
  });

  it('write a time to wait in the unit one would say it in', () => {
    expect([en.wait(1), en.wait(30), en.wait(91), en.wait(3_600), en.wait(7_300)]).toEqual([
      '1 second',
      '30 seconds',
      '2 minutes',
      '60 minutes',
      '3 hours',
    ]);
    expect(de.wait(240)).toBe('4 Minuten');
  });

  it('write shares as per cent with one digit', () => {
    expect([en.percent(0.124), de.percent(0.124), en.percent(0)]).toEqual(['12.4\u00a0%', '12,4\u00a0%', '0.0\u00a0%']);
  });

  it('sign changes, except none', () => {
    expect([en.change(0.032), en.change(-0.5), en.change(0)]).toEqual(['+3.2\u00a0%', '-50\u00a0%', '0\u00a0%']);
  });

  it('say nothing for what is not there', () => {
    expect([en.number(null), en.percent(undefined), en.money(Number.NaN, 'EUR'), en.compact(null)]).toEqual([
      '–',
      '–',
      '–',
      '–',
    ]);
  });

  it('keep money in its currency and times in their zone', () => {
    expect(en.money(4120, 'EUR')).toBe('€4,120.00');
    expect(en.dateTime('2026-11-21T23:30:00Z', 'Asia/Tokyo')).toContain('Nov 22, 2026');
    expect(en.day('2026-11-21')).toBe('Nov 21, 2026');
  });

  it('write an amount under a cent with two significant digits, and only nothing as nothing', () => {
    const texts = [0.0034, -0.00058, 0.000_000_2, 0.0099, 0.01, 0.014, 0].map((amount) => en.money(amount, 'USD'));
    expect(texts).toEqual(['$0.0034', '-$0.00058', '$0.0000002', '$0.0099', '$0.01', '$0.01', '$0.00']);
    expect(de.money(0.0034, 'EUR')).toBe('0,0034\u00a0€');
    expect([de.price('0.6', 'EUR'), de.price('0.00125', 'EUR')]).toEqual(['0,60\u00a0€', '0,00125\u00a0€']);
  });

  it('name countries, and show a code it does not know', () => {
    expect([de.country('JP'), en.country('!!')]).toEqual(['Japan', '!!']);
  });

  it('short numbers have their mark where a language has no word for thousands', () => {
    expect([de.compact(3040), de.compact(999), en.compact(3040)]).toEqual(['3.040', '999', '3.04K']);
  });
});
