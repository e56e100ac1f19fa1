import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { keptTexts } from './feed-texts.ts';

it('keeps texts of feeds up to its bound, those that were asked for last, and compresses each once', async () => {
  const texts = keptTexts(2_500);
  const [one, two, three] = ['1', '2', '3'].map((digit) => digit.repeat(1_000));
  texts.keep('one', one ?? '');
  texts.keep('two', two ?? '');
  const { plain } = texts.get('one') ?? {};
  expect(String(plain)).toBe(one);
  const [first, second] = await Promise.all([
    texts.compressed('one', plain ?? Buffer.alloc(0)),
    texts.compressed('one', plain ?? Buffer.alloc(0)),
  ]);
  expect([first === second, String(gunzipSync(first))]).toEqual([true, one]);
  texts.keep('three', three ?? '');
  expect(['one', 'two', 'three'].map((etag) => texts.get(etag) !== undefined)).toEqual([true, false, true]);
  expect(texts.keep('large', 'x'.repeat(3_000)).plain).toHaveLength(3_000);
  expect([texts.get('large'), texts.get('three') !== undefined]).toEqual([undefined, true]);
});
