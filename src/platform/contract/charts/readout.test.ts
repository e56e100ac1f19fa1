import { describe, expect, it } from 'vitest';
import { createFormat } from '../format.ts';
import { optionOf } from './chart-option.ts';
import type { BarChart, TimeChart } from './model.ts';
import { splitOpen } from './partial.ts';
import { type ReadoutWords, readoutOf, readoutText } from './readout.ts';

const format = createFormat('en');
const words: ReadoutWords = { open: 'not complete', more: (count) => `${count} before` };
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
  marks: [{ bucket: '2026-11-20', label: 'Rules saved', short: 'Rules' }],
};

describe('what a chart says at a point', () => {
  it('names the day, every value there is, and what happened on it', () => {
    expect(readoutText(readoutOf(model, 1, format), words)).toBe(
      `${format.day('2026-11-20')}, Clean 90, Fraud 10, Before 2, Fraud rate 10.0\u00a0%, Rules saved`,
    );
  });

  it('says that a day is not complete, and leaves out what is not known', () => {
    expect(readoutText(readoutOf(model, 2, format), words)).toBe(
      `${format.day('2026-11-21')} (not complete), Clean 80, Before 3, Fraud rate 20.0\u00a0%`,
    );
  });

  it('tells of a day on which much happened how much, and the last of it', () => {
    const marks = Array.from({ length: 9 }, (_, index) => ({
      bucket: '2026-11-20',
      label: `Rules ${index + 1}`,
      short: 'Rules',
    }));
    expect(readoutText(readoutOf({ ...model, marks }, 1, format), words)).toMatch(
      /, 5 before, Rules 6, Rules 7, Rules 8, Rules 9$/,
    );
    const { series } = optionOf({ ...model, marks }, { colour: (token) => token, format, animate: false });
    expect([series].flat()[0]).toMatchObject({
      markLine: { silent: true, data: [{ xAxis: '2026-11-20', label: { show: true, formatter: 'Rules ×9' } }] },
    });
  });

  it('draws no line for what happened beside the days shown', () => {
    const marks = [{ bucket: '2025-01-01', label: 'Long ago', short: 'Rules' }];
    const { series } = optionOf({ ...model, marks }, { colour: (token) => token, format, animate: false });
    expect([series].flat()[0]).toMatchObject({ markLine: { data: [] } });
  });

  it('reads categories by their name', () => {
    const bars: BarChart = { kind: 'bars', categories: ['river'], series: [{ name: 'Fraud', values: [1234] }] };
    expect(readoutText(readoutOf(bars, 0, format), words)).toBe('river, Fraud 1,234');
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
