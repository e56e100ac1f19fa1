import { expect, it } from 'vitest';
import { bytesText } from './bytes-text.ts';

it('sizes are said in steps of a thousand, in the reader’s language', () => {
  expect(bytesText('en', 0)).toBe('0 byte');
  expect(bytesText('en', 694_500)).toBe('694.5 kB');
  expect(bytesText('de', 12_340_000_000)).toBe('12,3\u00a0GB');
});
