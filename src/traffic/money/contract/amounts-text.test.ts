import { expect, it } from 'vitest';
import { createFormat } from '#platform/contract/format.ts';
import { partText } from './amounts-text.ts';

it('marks a part of the spend as assumed where a price set here made some of it', () => {
  const format = createFormat('en');
  expect(partText({ EUR: '0.67' }, { EUR: '0.67' }, format, 'EUR')).toBe('≈\u00a0€0.67');
  expect(partText({ EUR: '0.67' }, {}, format, 'EUR')).toBe('€0.67');
  expect(partText({}, {}, format, 'EUR')).toBe('€0.00');
});
