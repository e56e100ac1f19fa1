import { expect, it } from 'vitest';
import { visibleText } from './visible-text.ts';

it('shows what would turn the words of a name around, and leaves letters of every script as they are', () => {
  expect(visibleText('\u202Egnp.exe')).toBe('[U+202E]gnp.exe');
  expect(visibleText('a\u2066b\u2069')).toBe('a[U+2066]b[U+2069]');
  expect(visibleText('שלום مرحبا 出版社')).toBe('שלום مرحبا 出版社');
});
