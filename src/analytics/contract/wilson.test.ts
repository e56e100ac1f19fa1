import { describe, expect, it } from 'vitest';
import { wilsonInPercent } from './wilson.ts';

describe('the Wilson interval', () => {
  // Published values (Newcombe 1998, table I, method 3; Wilson 1927), in percent.
  it.each([
    [81, 263, 25.53, 36.62],
    [15, 148, 6.24, 16.05],
    [0, 20, 0, 16.11],
    [1, 29, 0.61, 17.18],
    [5, 10, 23.66, 76.34],
  ])('of %i in %i is %f to %f', (hits, total, low, high) => {
    const interval = wilsonInPercent(hits, total);
    expect(interval.low).toBeCloseTo(low, 2);
    expect(interval.high).toBeCloseTo(high, 2);
  });

  it('says nothing about nothing', () => {
    expect(wilsonInPercent(0, 0)).toEqual({ low: 0, high: 100 });
  });

  it('stays within 0 and 100 and holds the observed share', () => {
    for (const [hits, total] of [
      [0, 1],
      [1, 1],
      [3, 3],
      [999, 1000],
    ] as const) {
      const { low, high } = wilsonInPercent(hits, total);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(100);
      expect(low).toBeLessThanOrEqual((100 * hits) / total);
      expect(high).toBeGreaterThanOrEqual((100 * hits) / total - 1e-9);
    }
  });
});
