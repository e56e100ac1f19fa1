import { describe, expect, it } from 'vitest';
import { wilson } from '#traffic/event/contract/rate.ts';
import { row } from '../../web/testing/rows.ts';
import { MEASURES } from '../measures.ts';
import { barsOf, MOST_BARS } from './bars.ts';
import { leadingOf, rateOf } from './parts.ts';

const SPLIT = { measures: ['clean', 'fraud', 'suspect'] } as const;

describe('bars', () => {
  it('are as long as their share of the longest, and their parts add up to the total', () => {
    const { items, leading } = barsOf(
      [row({ total: 100, fraud: 20, suspect: 5 }), row({ total: 50, fraud: 0 })],
      SPLIT,
      MEASURES,
    );
    expect(leading).toBe('total');
    expect(items.map(({ length }) => length)).toEqual([1, 0.5]);
    expect(items[0]?.parts).toEqual([
      { tone: 'clean', value: 75 },
      { tone: 'suspect', value: 5 },
      { tone: 'fraud', value: 20 },
    ]);
  });

  it('show the last ones together when there are more than fit', () => {
    const rows = Array.from({ length: MOST_BARS + 3 }, (_, i) => row({ key: `p${i}`, total: 10, fraud: 1 }));
    const { items, other } = barsOf(rows, SPLIT, MEASURES);
    expect(items).toHaveLength(MOST_BARS - 1);
    expect(other).toEqual({ rows: 4, value: 40 });
    expect(barsOf(rows.slice(0, MOST_BARS), SPLIT, MEASURES).other).toBeUndefined();
  });

  it('are empty, not broken, when nothing was counted', () => {
    expect(barsOf([row({ total: 0, fraud: 0 })], SPLIT, MEASURES).items[0]?.length).toBe(0);
  });

  it('lead with what their card is about', () => {
    expect(barsOf([], { measures: ['fraud', 'total', 'fraud_percentage'] }, MEASURES).leading).toBe('fraud');
    expect(barsOf([], { measures: ['clean', 'total', 'clean_percentage'] }, MEASURES).leading).toBe('clean');
    expect(leadingOf({ measures: ['fraud', 'suspect', 'percentage'], base: 'flagged' })).toBe('total');
    expect(leadingOf({ measures: ['fraud', 'suspect'] })).toBe('fraud');
  });
});

describe('a rate', () => {
  it('is withheld below the minimum sample', () => {
    expect(rateOf(row({ total: 29, fraud: 3 }), MEASURES)).toBeNull();
    expect(rateOf(row({ total: 200, fraud: 50 }), MEASURES)).toEqual({ share: 0.25, ...wilson(50, 200) });
  });

  it('is that of clean events where the card shows it, with its interval where the row holds one', () => {
    const counts = row({ total: 200, fraud: 50, suspect: 50, clean_low: 43, clean_high: 57 });
    const shown = barsOf([counts], { measures: ['clean', 'total', 'clean_percentage'] }, MEASURES);
    expect(shown.items[0]?.rate).toEqual({ share: 0.5, ...wilson(100, 200) });
    expect(rateOf(row({ total: 200, fraud: 0 }), MEASURES, 'clean_percentage')).toEqual({ share: 1 });
    expect(rateOf(row({ total: 29, fraud: 0 }), MEASURES, 'clean_percentage')).toBeNull();
  });
});
