import { describe, expect, it } from 'vitest';
import { row } from '../../web/testing/rows.ts';
import { widgetOf } from '../board.ts';
import { webClick } from '../boards/web.ts';
import { isWorthShowing, singleIn } from './shown.ts';

const only = row({ key: '', total: 40, fraud: 1 });
const shown = (rows: readonly (typeof only)[], total?: number) => ({ state: 'ready', rows, total });

describe('a card that compares nothing', () => {
  it('is one of a single value, and no more as soon as there are two', () => {
    const placements = widgetOf(webClick, 'placement-wise');
    expect(singleIn(placements, shown([only], 1))).toBe(only);
    expect(singleIn(widgetOf(webClick, 'placement-type-wise'), shown([only]))).toBe(only);
    expect(singleIn(placements, shown([only], 11))).toBeUndefined();
    expect(singleIn(placements, shown([only, row({ key: 'b', total: 1, fraud: 0 })]))).toBeUndefined();
    expect(singleIn(placements, { ...shown([only], 1), state: 'loading' })).toBeUndefined();
  });

  it('is neither a table of sources nor a chart over time', () => {
    expect(singleIn(widgetOf(webClick, 'publisher-wise'), shown([only], 1))).toBeUndefined();
    expect(singleIn(widgetOf(webClick, 'date-wise'), shown([only]))).toBeUndefined();
  });

  it('is a week or month alone', () => {
    const weeks = widgetOf(webClick, 'week-wise');
    expect(isWorthShowing(weeks, { from: '2026-11-16', to: '2026-11-22' })).toBe(false);
    expect(isWorthShowing(weeks, { from: '2026-11-15', to: '2026-11-21' })).toBe(true);
  });
});
