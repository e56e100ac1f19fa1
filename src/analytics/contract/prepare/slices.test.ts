import { expect, it } from 'vitest';
import { row } from '../../web/testing/rows.ts';
import { slicesOf } from './slices.ts';

it('cuts a ring into at most five slices that lie end to end and add up to all fraud', () => {
  const { slices, total } = slicesOf(
    [1, 2, 3, 4, 5, 6, 0].map((fraud, i) => row({ key: `r${i}`, total: 10, fraud })),
    'fraud',
  );
  expect(total).toBe(21);
  expect(slices.map(({ key, value }) => [key, value])).toEqual([
    ['r5', 6],
    ['r4', 5],
    ['r3', 4],
    ['r2', 3],
    [undefined, 3],
  ]);
  expect(slices.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  for (const [at, slice] of slices.entries())
    expect(slice.start).toBeCloseTo(slices.slice(0, at).reduce((sum, { share }) => sum + share, 0));
});

it('has no slices without fraud', () => {
  expect(slicesOf([row({ total: 9, fraud: 0 })], 'fraud')).toEqual({ slices: [], total: 0 });
});
