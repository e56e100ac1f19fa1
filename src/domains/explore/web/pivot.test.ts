import { describe, expect, it } from 'vitest';
import type { ExploreRow } from '#domains/explore/contract/explore-endpoints.ts';
import { MOST_COLUMNS, pivotOf, valuesOf } from './pivot.ts';

const row = (publisher: string, hour: string, total: number): ExploreRow => ({ publisher, hour, total });

describe('a pivot', () => {
  it('has the last key across in its own order and each row in its cell', () => {
    const rows = [row('b', '13', 5), row('a', '02', 9), row('a', '13', 1), row('b', '', 2)];
    const pivot = pivotOf(rows, ['publisher', 'hour']);
    expect(pivot?.columns).toEqual(['02', '13', '']);
    expect(pivot?.rows.map(({ keys }) => keys)).toEqual([['a'], ['b']]);
    expect(pivot?.rows[0]?.cells.get('13')).toBe(rows[2]);
    expect(pivot?.rows[1]?.cells.get('02')).toBeUndefined();
  });

  it('names the values of most events first where they have no order, and says how many have no column', () => {
    const rows = Array.from({ length: MOST_COLUMNS + 3 }, (_, at) => row(`p${at}`, '01', at));
    const pivot = pivotOf(rows, ['hour', 'publisher']);
    expect([pivot?.columns.length, pivot?.columns[0], pivot?.more]).toEqual([MOST_COLUMNS, `p${MOST_COLUMNS + 2}`, 3]);
  });

  it('orders steps of numbers as numbers, the unknown last', () => {
    const rows = ['100', '', '5', '-10', '20'].map((ctit_seconds) => ({ ctit_seconds, total: 1 }));
    expect(valuesOf(rows, 'ctit_seconds')).toEqual(['-10', '5', '20', '100', '']);
  });

  it('adds up lines and columns, those without a column too, where rows add up', () => {
    const sum = (rows: readonly ExploreRow[]): ExploreRow => ({
      total: rows.reduce((all, { total }) => all + Number(total), 0),
    });
    const rows = Array.from({ length: MOST_COLUMNS + 1 }, (_, at) => [
      row('a', `p${at}`, 2),
      row('b', `p${at}`, 1),
    ]).flat();
    const pivot = pivotOf(rows, ['publisher', 'hour'], sum);
    expect(pivot?.rows.map((line) => [line.keys[0], line.sum?.total])).toEqual([
      ['a', 2 * (MOST_COLUMNS + 1)],
      ['b', MOST_COLUMNS + 1],
    ]);
    expect(pivot?.sums?.sum?.total).toBe(3 * (MOST_COLUMNS + 1));
    expect([...(pivot?.sums?.cells.values() ?? [])].map(({ total }) => total)).toEqual(Array(MOST_COLUMNS).fill(3));
    expect(pivotOf(rows, ['publisher', 'hour'])?.sums).toBeUndefined();
  });

  it('needs two keys', () => {
    expect(pivotOf([row('a', '01', 1)], ['hour'])).toBeUndefined();
  });
});
