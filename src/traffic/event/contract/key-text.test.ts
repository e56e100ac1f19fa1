import { expect, it } from 'vitest';
import { createFormat } from '#platform/contract/format.ts';
import { keyText } from './key-text.ts';

const said = (key: string, value: string, language = 'en') =>
  keyText(key, value, { format: createFormat(language), language });

it('clock, calendar and steps of numbers are said in the reader’s words', () => {
  expect([said('hour', '07'), said('weekday', '1'), said('weekday', '7', 'de')]).toEqual([
    '07:00',
    'Monday',
    'Sonntag',
  ]);
  expect([said('clicks_1h', '5'), said('clicks_1h', '10')]).toEqual(['5 – 9', '10 – 19']);
  expect(said('ctit_seconds', '120')).toBe('2 minutes – 5 minutes');
  expect(said('ctit_seconds', '-31536000', 'de')).toBe('−365 Tage – −90 Tage');
  expect([said('ctit_seconds', '5'), said('ctit_seconds', '1')]).toEqual(['5 seconds – 10 seconds', '1 second']);
  expect(said('publisher', '5')).toBeUndefined();
});
