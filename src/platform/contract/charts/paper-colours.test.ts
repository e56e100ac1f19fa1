import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PAPER } from './paper-colours.ts';

it('paper has the colours of the light theme', () => {
  const sheet = readFileSync(new URL('../../web/theme/tokens.css', import.meta.url), 'utf8');
  const light = Object.keys(PAPER).map((token) => {
    const [, colour] = new RegExp(`--${token}: light-dark\\((#[0-9a-f]{6}),`).exec(sheet) ?? [];
    return [token, colour];
  });
  expect(Object.fromEntries(light)).toEqual(PAPER);
});
