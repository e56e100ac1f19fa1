import { describe, expect, it } from 'vitest';
import { createFormat } from '../i18n/format.ts';
import { optionOf } from './chart-option.ts';
import type { BarChart, TimeChart } from './model.ts';
import { splitOpen } from './partial.ts';
import { readoutOf, readoutText } from './readout.ts';

const format = createFormat('en');
const model: TimeChart = {
  kind: 'time',
  buckets: ['2026-11-19', '2026-11-20', '2026-11-21'],
  series: [
    { name: 'Clean', tone: 'clean', values: [1500, 90, 80] },
    { name: 'Fraud', tone: 'fraud', values: [10, 10, null] },
  ],
  rate: { name: 'Fraud rate', values: [0.007, 0.1, 0.2] },
  compare: { name: 'Before', values: [1, 2, 3] },
  partialFrom: '2026-11-21',
  marks: [{ bucket: '2026-11-20', label: 'Rules saved' }],
};

describe('what a chart says at a point', () => {
  it('names the day, every value there is, and what happened on it', () => {
    expect(readoutText(readoutOf(model, 1, format), 'not complete')).toBe(
      `${format.day('2026-11-20')}, Clean 90, Fraud 10, Before 2, Fraud rate 10.0\u00a0%, Rules saved`,
    );
  });

  it('says that a day is not complete, and leaves out what is not known', () => {
    expect(readoutText(readoutOf(model, 2, format), 'not complete')).toBe(
      `${format.day('2026-11-21')} (not complete), Clean 80, Before 3, Fraud rate 20.0\u00a0%`,
    );
  });

  it('reads categories by their name', () => {
    const bars: BarChart = { kind: 'bars', categories: ['river'], series: [{ name: 'Fraud', values: [1234] }] };
    expect(readoutText(readoutOf(bars, 0, format), '')).toBe('river, Fraud 1,234');
  });
});

describe('the rate of a day that is not over', () => {
  const lines = () => {
    const { series } = optionOf(model, { colour: (token) => token, format, animate: false });
    return [series].flat().filter((one) => JSON.stringify(one).includes('Fraud rate'));
  };

  it('is dashed from the last complete day on, under the same name', () => {
    expect(lines()).toMatchObject([
      { data: [0.007, 0.1, null], lineStyle: { width: 2 } },
      { data: [null, 0.1, 0.2], lineStyle: { type: [3, 5] } },
    ]);
  });

  it('is one plain line when every day is complete', () => {
    expect(splitOpen([1, 2], () => false)).toEqual({ final: [1, 2], open: undefined });
    expect(splitOpen([1, 2, null], (at) => at === 2).open).toBeUndefined();
    expect(splitOpen([1, 2, 3], (at) => at === 0)).toEqual({ final: [null, 2, 3], open: [1, 2, null] });
  });
});
