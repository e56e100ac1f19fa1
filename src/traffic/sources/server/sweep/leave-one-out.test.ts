import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runToEnd } from './cooperative.ts';
import { LeaveOneOut } from './leave-one-out.ts';
import { peersInTurns } from './peers.ts';
import type { SourceUnit, Sums } from './source-unit.ts';
import { median, upperBound } from './statistics.ts';

/** The definition: the median of what is left after outliers were taken out. */
function robustMedian(values: readonly number[]): number | null {
  const middle = median(values);
  if (middle === null) return null;
  const reach = upperBound(values) - middle;
  return median(values.filter((value) => Math.abs(value - middle) <= reach));
}

const deviation = (values: readonly number[], from: number): number =>
  1.4826 * (median(values.map((value) => Math.abs(value - from))) ?? 0);

const without = (values: readonly number[], index: number): number[] => values.filter((_, at) => at !== index);

/** Many alike, some far out: what rates of sources look like. */
const value = fc.oneof(
  fc.integer({ min: 0, max: 4 }),
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.double({ min: 0, max: 1e6, noNaN: true }),
);

describe('what values say without one of them', () => {
  it('leaves outliers out of a median', () => {
    expect(new LeaveOneOut([10, 11, 12, 13, 500]).robustMedian()).toBe(11.5);
    expect(new LeaveOneOut([7, 7, 7, 500]).robustMedian()).toBe(7);
    expect(new LeaveOneOut([7, 7, 7, 500]).robustMedian(7)).toBe(7);
    expect(new LeaveOneOut([]).robustMedian()).toBeNull();
    expect(new LeaveOneOut([3]).robustMedian(3)).toBeNull();
  });

  it('equals the definition over the others, to the bit', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 60 }), value, (values, from) => {
        const all = new LeaveOneOut(values);
        expect([all.median(), all.robustMedian()]).toEqual([median(values), robustMedian(values)]);
        for (const [index, own] of values.entries()) {
          const others = without(values, index);
          expect(all.median(own)).toBe(median(others));
          expect(all.robustMedian(own)).toBe(robustMedian(others));
          expect(all.deviation(from, own)).toBe(deviation(others, from));
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

const sumsOf = (numbers: Record<string, number>, ctits: readonly number[]): Sums => ({
  numbers,
  bins: { ctits },
  maps: {},
});

/** A publisher with clicks, installs and returns in any proportion; with too few of them nothing is known of it. */
const publisher = fc.record({
  clicks: fc.integer({ min: 0, max: 3_000 }),
  installs: fc.integer({ min: 0, max: 300 }),
  speed: fc.double({ min: 1, max: 9, noNaN: true }),
  cohort: fc.integer({ min: 0, max: 300 }),
  back: fc.double({ min: 0, max: 1, noNaN: true }),
});

describe('what is usual among the others', () => {
  it('is for each publisher what it would be without it', () => {
    fc.assert(
      fc.property(fc.array(publisher, { minLength: 1, maxLength: 25 }), (drawn) => {
        const units = drawn.map(({ clicks, installs, speed, cohort, back }, index): SourceUnit => {
          const numbers = {
            events: installs,
            source_clicks: clicks,
            source_installs: installs,
            ctit_log: installs * speed,
            ctit_hour: Math.floor(installs / 2),
            cohort,
            returned: Math.floor(cohort * back),
          };
          const sums = sumsOf(numbers, [installs]);
          return {
            level: 'publisher',
            publisher: `p${index}`,
            subPublisher: '',
            family: 'install',
            day: sums,
            week: sums,
            weeks: sums,
          };
        });
        const usual = runToEnd(peersInTurns(units, [], 'install'));
        for (const { publisher: own } of units) {
          const rest = units.filter((unit) => unit.publisher !== own);
          const others = runToEnd(peersInTurns(rest, [], 'install'))('somebody else');
          const found = usual(own);
          expect([found.facts, found.ctit, found.returns]).toEqual([others.facts, others.ctit, others.returns]);
        }
      }),
      { numRuns: 300 },
    );
  });
});
