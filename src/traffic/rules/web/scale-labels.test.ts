import { describe, expect, it } from 'vitest';
import { rule, signal } from '../testing/explained.ts';
import { scaleOf } from './scale-geometry.ts';
import { labelsOf } from './scale-labels.ts';

const limit = (at: number, value: number) => ({ at, value, verdict: 'fraud' as const });
const texts = (...limits: ReturnType<typeof limit>[]) => labelsOf({ limits }, String);

describe('the numbers under a scale', () => {
  it('stand at their limits, turned inwards at the ends', () => {
    expect(texts(limit(0.5, 10), limit(0, 1), limit(1, 10_000))).toEqual([
      { at: 0, text: '1', anchor: 'start' },
      { at: 0.5, text: '10', anchor: 'middle' },
      { at: 1, text: '10000', anchor: 'end' },
    ]);
  });

  it('never touch each other: of two at one place the first is left', () => {
    expect(texts(limit(0.5, 1), limit(0.5, 1), limit(0.51, 2), limit(0.7, 3)).map(({ text }) => text)).toEqual([
      '1',
      '3',
    ]);
  });
});

describe('what others have', () => {
  const withUsual = (baseline: number | null, observed = 90) =>
    scaleOf(
      rule({
        cases: [
          {
            verdict: 'suspect',
            holds: true,
            signals: [signal({ field: 'source_fast_percent', op: 'gt', limit: 20, observed, baseline, sample: 50 })],
          },
        ],
      }),
      'source_fast_percent',
    );

  it('has its place on the scale beside limit and value', () => {
    const scale = withUsual(5);
    expect(scale?.usual?.value).toBe(5);
    expect(scale?.usual?.at).toBeLessThan(scale?.limits[0]?.at ?? 0);
    expect(scale?.limits[0]?.at).toBeLessThan(scale?.value ?? 0);
  });

  it('is left out where nobody has any, or where it would press the rest together', () => {
    expect(withUsual(null)?.usual).toBeNull();
    expect(withUsual(1_000_000)?.usual).toBeNull();
  });
});
