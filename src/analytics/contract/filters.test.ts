import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boardQuery, decodeValues, dimensionFilters, encodeValues } from './filters.ts';

/** What a URL makes of repeated parameters: one is a text, several are a list. */
const overTheWire = (sent: readonly string[]) => (sent.length === 1 ? sent[0] : sent.length > 1 ? sent : undefined);

describe('filter values', () => {
  it('are a comma list or repeated parameters [FLT-RULE-04]', () => {
    expect(dimensionFilters({ publisher: 'a,b', channel: ['x', 'y'] })).toEqual({
      publisher: ['a', 'b'],
      channel: ['x', 'y'],
    });
  });

  it('allow everything when they are all, empty or absent', () => {
    expect(dimensionFilters({ publisher: 'all', channel: '', campaign: ['all', 'x'] })).toEqual({});
  });

  it('are accepted under the names of the spec and under ours, as one condition', () => {
    expect(dimensionFilters({ fraud_category: 'bot', publisher_name: 'a', publisher_id: 'b', publisher: 'a' })).toEqual(
      {
        reason_group: ['bot'],
        publisher: ['a', 'b'],
      },
    );
  });

  it('arrive as they were sent, commas included', () => {
    const value = fc.string({ minLength: 1 });
    fc.assert(
      fc.property(fc.uniqueArray(value, { minLength: 1 }), (chosen) => {
        expect([...new Set(decodeValues(overTheWire(encodeValues(chosen))))]).toEqual(chosen);
      }),
    );
  });

  it('refuse what is not a page, an order or a real day', () => {
    for (const query of [
      { page: '0' },
      { page: ['1', '2'] },
      { sort: 'ts' },
      { fromDate: '2024-02-30' },
      { order: 'up' },
    ])
      expect(boardQuery.safeParse(query).success).toBe(false);
  });
});
