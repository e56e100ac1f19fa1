import { describe, expect, it } from 'vitest';
import { sparkPath } from '../../web/charts/sparkline.tsx';
import { createFormat } from '../format.ts';
import { categoryTokens } from './categories.ts';
import { optionOf } from './chart-option.ts';
import type { TimeChart } from './model.ts';

const draw = { colour: (token: string) => token, format: createFormat('en'), animate: false };
const model: TimeChart = {
  kind: 'time',
  buckets: ['2026-11-20', '2026-11-21'],
  series: [
    { name: 'Clean', tone: 'clean', values: [90, 80] },
    { name: 'Fraud', tone: 'fraud', values: [10, null] },
  ],
  rate: { name: 'Fraud rate', values: [0.1, null] },
  partialFrom: '2026-11-21',
};

describe('charts', () => {
  it('start at zero, stack counts, and keep the rate on its own axis', () => {
    const option = optionOf(model, draw);
    expect(option.yAxis).toMatchObject([{ min: 0 }, { min: 0, show: true }]);
    expect(option.series).toMatchObject([
      { stack: 'counts', name: 'Clean' },
      { stack: 'counts', name: 'Fraud' },
      { type: 'line', yAxisIndex: 1 },
    ]);
  });

  it('draw clean pale and fraud solid, which differ without colour', () => {
    expect(optionOf(model, draw).series).toMatchObject([
      { itemStyle: { color: 'clean-fill', decal: undefined } },
      { itemStyle: { color: 'fraud', decal: undefined } },
      {},
    ]);
  });

  it('hatch the day that is not over and leave gaps as gaps', () => {
    expect(optionOf(model, draw).series).toMatchObject([
      { data: [{ value: 90 }, { value: 80, itemStyle: { opacity: 0.65 } }] },
      { data: [{ value: 10 }, { value: null }] },
      { connectNulls: false },
    ]);
    expect(sparkPath([0, null, 2, 4], 30, 10)).toBe('M0.0 10.0M20.0 5.0L30.0 0.0');
  });

  it('give a publisher the same colour in every chart it does not have to share', () => {
    const alone = categoryTokens(['river']).get('river');
    expect(categoryTokens(['river', 'north', 'zeta']).get('zeta')).not.toBe(
      categoryTokens(['river', 'north', 'zeta']).get('north'),
    );
    expect(categoryTokens(['river']).get('river')).toBe(alone);
    const ten = categoryTokens(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']);
    expect(new Set([...'abcdefgh'].map((k) => ten.get(k))).size).toBe(8);
    expect([ten.get('i'), ten.get('j')]).toEqual(['category-other', 'category-other']);
  });
});
