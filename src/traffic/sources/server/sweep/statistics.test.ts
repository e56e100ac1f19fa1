import { describe, expect, it } from 'vitest';
import {
  divergence,
  expectedDivergence,
  falseDiscoveryRates,
  ksChance,
  ksDistance,
  lowShareChance,
  median,
  shares,
  wilson,
} from './statistics.ts';

describe('statistics', () => {
  it('gives the Wilson interval of the textbooks, and never leaves 0 to 1', () => {
    // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for (const [hits, total, lower, upper] of [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ] as const) {
      const [least, most] = wilson(hits, total);
      expect([least.toFixed(4), most.toFixed(4)]).toEqual([lower.toFixed(4), upper.toFixed(4)]);
    }
    expect(wilson(0, 0)).toEqual([0, 1]);
    expect(wilson(5, 3)[1]).toBeLessThanOrEqual(1);
  });

  it('corrects probabilities for how many were looked at (Benjamini and Hochberg 1995)', () => {
    expect(falseDiscoveryRates([0.01, 0.04, 0.03, 0.005]).map((rate) => rate.toFixed(3))).toEqual([
      '0.020',
      '0.040',
      '0.040',
      '0.020',
    ]);
    expect(falseDiscoveryRates([])).toEqual([]);
    expect(falseDiscoveryRates([0.5, 0.9]).every((rate) => rate <= 1)).toBe(true);
  });

  it('knows the Kolmogorov-Smirnov distance and its 5 % point', () => {
    expect(ksDistance([0.5, 0.5, 0], [0, 0.5, 0.5])).toBeCloseTo(0.5);
    expect(ksDistance(shares([1, 2, 3]), shares([10, 20, 30]))).toBeCloseTo(0);
    // 1.358 / sqrt(n) for large n.
    expect(ksChance(1.358 / Math.sqrt(10_000), 10_000)).toBeCloseTo(0.05, 2);
    expect(ksChance(0, 100)).toBe(1);
    expect(ksChance(0.9, 1_000)).toBe(0);
  });

  it('measures distributions apart, from 0 to 1 bit', () => {
    expect(divergence([1, 0], [0, 1])).toBeCloseTo(1);
    expect(divergence([0.3, 0.7], [0.3, 0.7])).toBeCloseTo(0);
    expect(expectedDivergence(24, 1_000)).toBeCloseTo(0.00415, 4);
  });

  it('finds the middle', () => {
    expect(median([3, 1, 2, 10])).toBe(2.5);
    expect(median([])).toBeNull();
  });

  it('says how likely so few are by chance', () => {
    expect(lowShareChance(50, 100, 0.5)).toBeCloseTo(0.54, 2);
    expect(lowShareChance(30, 100, 0.5)).toBeLessThan(0.0001);
    expect(lowShareChance(0, 100, 0)).toBe(1);
  });
});
