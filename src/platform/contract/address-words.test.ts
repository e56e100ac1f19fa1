import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressWords } from './address-words.ts';
import { parseAddress } from './ip-network.ts';

/** 32 hex digits of words, as `parseAddress` writes them. */
const digits = (words: readonly number[]): string => {
  const all = words.length === 1 ? [0, 0, 0xffff, ...words] : words;
  return all.map((word) => word.toString(16).padStart(8, '0')).join('');
};
const group = fc.integer({ min: 0, max: 999 }).map(String);
const odd = fc.constantFrom('01', '010', '256', '', 'ffff', '0', '1', '::', 'FFFF');
const texts = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.ipV4().map((text) => `::ffff:${text}`),
  fc.array(fc.oneof(group, odd), { minLength: 1, maxLength: 5 }).map((parts) => parts.join('.')),
  fc.array(odd, { minLength: 1, maxLength: 9 }).map((parts) => parts.join(':')),
);

describe('addressWords', () => {
  it.each(['010.1.2.3', '1.2.3.04', '::ffff:1.2.3.004', '1.2.3', '256.1.1.1', 'fe80::1%eth0'])('refuses %s', (text) => {
    expect([addressWords(text), parseAddress(text)]).toEqual([null, null]);
  });

  it('reads exactly what parseAddress reads, as the same address', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const words = addressWords(text);
        expect([text, words && digits(words)]).toEqual([text, parseAddress(text)]);
      }),
      { numRuns: 3_000 },
    );
  });
});
