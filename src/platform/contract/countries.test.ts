import { expect, it } from 'vitest';
import { COUNTRIES } from './countries.ts';

it('lists each country there is once, and no union, no unknown place and none that is no more', () => {
  for (const code of ['DE', 'GB', 'US', 'JP', 'RS', 'XK']) expect(COUNTRIES).toContain(code);
  for (const code of ['DD', 'SU', 'YU', 'EU', 'ZZ', 'UK', 'AA']) expect(COUNTRIES).not.toContain(code);
  expect(new Set(COUNTRIES).size).toBe(COUNTRIES.length);
  // 249 of ISO 3166-1, and those reserved that have people or letters of their own.
  expect(COUNTRIES.length).toBeGreaterThan(248);
  expect(COUNTRIES.length).toBeLessThan(265);
});
