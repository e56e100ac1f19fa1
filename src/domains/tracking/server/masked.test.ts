import { expect, it } from 'vitest';
import { maskedAddress } from './masked.ts';

const CLICK = 'AbC1230987654321qwertyQW';

it.each([
  [
    'https://p.example/pb?c=1&apiKey=a&token=b;sig=c#secret=d',
    'https://p.example/pb?c=1&apiKey=***&token=***;sig=***#secret=***',
  ],
  [
    'https://p.example/pb?monkey=1&passenger=2&signup=3&key_word=4',
    'https://p.example/pb?monkey=1&passenger=2&signup=3&key_word=4',
  ],
  ['https://p.example/hooks/9f8e7d6c5b4a39281706f5e4/pb', 'https://p.example/hooks/***/pb'],
  [
    `https://p.example/${CLICK}/a-long-name-of-an-offer/pb?id=${CLICK}`,
    `https://p.example/${CLICK}/a-long-name-of-an-offer/pb?id=${CLICK}`,
  ],
  ['https://p.example', 'https://p.example'],
])('%s is shown as %s', (url, shown) => {
  expect(maskedAddress(url, [CLICK])).toBe(shown);
});
