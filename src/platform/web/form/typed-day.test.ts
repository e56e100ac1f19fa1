import { describe, expect, it } from 'vitest';
import { createFormat } from '#platform/contract/format.ts';
import { LOCALE_CODES } from '#platform/contract/locales.ts';
import { readDay, readMoment, typedDay } from './typed-day.ts';

it.each([
  ['05/11/2026', '2026-11-05'],
  ['5/1/2026', '2026-01-05'],
  ['31.12.2026', '2026-12-31'],
  ['2026-11-05', '2026-11-05'],
  ['2026/11/5', '2026-11-05'],
  ['31/02/2026', null],
  ['11/25/2026', null],
  ['tomorrow', null],
  ['', null],
])('a typed day is read as it is written, day first: %s is %s [FLT-CONST-02]', (text, day) => {
  expect(typedDay(text)).toBe(day);
});

describe('a day that is typed', () => {
  it.each([
    ['Nov 25, 2026', 'en', '2026-11-25'],
    ['25 november 2026', 'en', '2026-11-25'],
    ['25. Nov. 2026', 'de', '2026-11-25'],
    ['3 märz 2026', 'de', '2026-03-03'],
    ['1 août 2026', 'fr', '2026-08-01'],
    ['1 juil 2026', 'fr', '2026-07-01'],
    ['1 jui 2026', 'fr', null],
    ['Ma 3 2026', 'en', null],
    ['Nov 31, 2026', 'en', null],
    ['Nov 2026', 'en', null],
    ['25/11/2026', 'en', '2026-11-25'],
  ])('may name its month: %s in %s is %s', (text, locale, day) => {
    expect(readDay(text, locale)).toBe(day);
  });

  it.each(LOCALE_CODES)('is read as the screens of %s write it, every month of it', (locale) => {
    const format = createFormat(locale);
    for (let month = 1; month <= 12; month++) {
      const day = `2026-${String(month).padStart(2, '0')}-09`;
      expect(readDay(format.day(day), locale), format.day(day)).toBe(day);
    }
  });

  it.each(LOCALE_CODES)('with a time too, before and after noon: %s', (locale) => {
    const format = createFormat(locale);
    for (const time of ['00:05:09', '09:30:00', '12:00:00', '16:25:41']) {
      const shown = format.dateTime(`2026-03-09T${time}Z`, 'UTC');
      expect(readMoment(shown, locale), shown).toBe(`2026-03-09 ${time}`);
    }
  });

  it('has a time that exists, or midnight', () => {
    expect(readMoment('2026-03-09', 'en')).toBe('2026-03-09 00:00:00');
    expect(readMoment('2026-03-09 25:00', 'en')).toBeNull();
    expect(readMoment('half past four', 'en')).toBeNull();
  });
});
