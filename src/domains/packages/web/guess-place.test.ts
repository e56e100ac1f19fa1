import { describe, expect, it } from 'vitest';
import { domainOf, guessCurrency, guessZone, ZONES } from './guess-place.ts';

describe('what a new package is guessed to be', () => {
  it('takes the domain out of whatever address is pasted', () => {
    for (const text of [
      'shop.example',
      'https://www.shop.example/start?x=1',
      ' WWW.Shop.Example ',
      'shop.example:8080',
    ])
      expect(domainOf(text)).toBe('shop.example');
  });

  it('takes the currency of the region of the browser', () => {
    expect(['de', 'en-US', 'en-GB', 'ja', 'zh-CN', 'fr-CH', 'sw'].map(guessCurrency)).toEqual([
      'EUR',
      'USD',
      'GBP',
      'JPY',
      'CNY',
      'CHF',
      'USD',
    ]);
  });

  it('names a zone the server knows', () => {
    expect(ZONES).toContain(guessZone());
  });
});
