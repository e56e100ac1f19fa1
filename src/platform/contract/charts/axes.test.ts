import { describe, expect, it } from 'vitest';
import { axesOf, digitsOf } from './axes.ts';

const labels = ({ max, interval }: { max: number; interval: number }, digits: number): string[] =>
  Array.from({ length: Math.round(max / interval) + 1 }, (_, at) => (at * interval).toFixed(digits));

describe('axes', () => {
  const tops = [0, 1, 3, 7, 12, 99, 101, 343, 4999, 12_345_678];
  const shares = [0, 0.0004, 0.013, 0.029, 0.1, 0.199, 0.26, 0.51, 0.81, 0.98, 1];

  it('of counts and shares have the same lines, reach over what is drawn and never write a number twice', () => {
    for (const top of tops)
      for (const share of shares) {
        const axes = axesOf([0, top], [share]);
        const counts = labels(axes.counts, 0);
        const percents = labels(
          { max: axes.shares.max * 100, interval: axes.shares.interval * 100 },
          digitsOf(axes.shares.interval),
        );
        expect([top, share, counts.length]).toEqual([top, share, percents.length]);
        expect(axes.counts.max).toBeGreaterThanOrEqual(top);
        expect(axes.shares.max).toBeGreaterThanOrEqual(share - 1e-9);
        expect(axes.shares.max).toBeLessThanOrEqual(1);
        expect(new Set(counts).size).toBe(counts.length);
        expect(new Set(percents).size).toBe(percents.length);
      }
  });

  it('step as people count', () => {
    expect(axesOf([343], [0.39])).toEqual({ counts: { max: 400, interval: 100 }, shares: { max: 0.4, interval: 0.1 } });
    expect(axesOf([343], [0.24]).counts).toEqual({ max: 500, interval: 100 });
    expect(axesOf([3], []).counts).toEqual({ max: 4, interval: 1 });
    expect(axesOf([], [0.97]).shares).toEqual({ max: 1, interval: 0.25 });
  });
});
