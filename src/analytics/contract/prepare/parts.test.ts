import { describe, expect, it } from 'vitest';
import { createFormat } from '#platform/contract/format.ts';
import type { Rate } from '#platform/contract/rate.ts';
import { rateOf as ofCounts } from '#traffic/event/contract/rate.ts';
import { row } from '../../web/testing/rows.ts';
import { MEASURES } from '../measures.ts';
import { rateOf, shareIn } from './parts.ts';

describe('a share of a row', () => {
  const told = row({ total: 1906, clean: 1442, suspect: 80, fraud: 384, fraud_percentage: 20.15 });

  it('is as exact as its counts, whatever two decimals made of it', () => {
    expect(shareIn(told, MEASURES, 'fraud_percentage')).toBe(384 / 1906);
    expect(rateOf(told, MEASURES, 'fraud_percentage')?.share.toFixed(3)).toBe('0.201');
  });

  it('has an interval as exact, the same on a board as in the list of publishers', () => {
    const answered = { fraud_percentage: 22.93, wilson_low: 18.29, wilson_high: 28.35 };
    const onBoard = rateOf(row({ total: 266, fraud: 61, ...answered }), MEASURES);
    const { percent } = createFormat('en');
    const written = (rate: Rate | null) => [rate?.share, rate?.low, rate?.high].map((share) => percent(share));
    expect(written(onBoard)).toEqual(['22.9\u00a0%', '18.3\u00a0%', '28.3\u00a0%']);
    expect(written(ofCounts(61, 266))).toEqual(written(onBoard));
  });

  it('is what the answer says where a count is not in it, and nothing where the answer says nothing', () => {
    const { total: _, ...without } = told;
    expect(shareIn(without, MEASURES, 'fraud_percentage')).toBeCloseTo(0.2015, 9);
    const { fraud_percentage: __, ...unsaid } = told;
    expect(shareIn(unsaid, MEASURES, 'fraud_percentage')).toBeUndefined();
  });
});
