import { describe, expect, it } from 'vitest';
import { MEASURES } from '#analytics/contract/measures.ts';
import { row } from '../testing/rows.ts';
import { rateOf, shareIn } from './parts.ts';

describe('a share of a row', () => {
  const told = row({ total: 1906, clean: 1442, suspect: 80, fraud: 384, fraud_percentage: 20.15 });

  it('is as exact as its counts, whatever two decimals made of it', () => {
    expect(shareIn(told, MEASURES, 'fraud_percentage')).toBe(384 / 1906);
    expect(rateOf(told, MEASURES, 'fraud_percentage')?.share.toFixed(3)).toBe('0.201');
  });

  it('is what the answer says where a count is not in it, and nothing where the answer says nothing', () => {
    const { total: _, ...without } = told;
    expect(shareIn(without, MEASURES, 'fraud_percentage')).toBeCloseTo(0.2015, 9);
    const { fraud_percentage: __, ...unsaid } = told;
    expect(shareIn(unsaid, MEASURES, 'fraud_percentage')).toBeUndefined();
  });
});
