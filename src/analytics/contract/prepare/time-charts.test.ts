import { describe, expect, it } from 'vitest';
import { meta, row } from '../../web/testing/rows.ts';
import { MEASURES } from '../measures.ts';
import { series } from '../shapes/series.ts';
import { trend } from '../shapes/trend.ts';
import { type ChartWords, seriesChart, trendChart } from './time-charts.ts';

const words: ChartWords = { measure: (name) => name, previous: 'before', other: 'other', row: ({ key }) => key };
const context = { all: MEASURES, meta, provisional: meta.today, words };
const byDate = series({ id: 'd', title: 'By date', grain: 'date' });
const day = (date: string, total: number, fraud: number, more = {}) => row({ date, total, fraud, ...more });

describe('a series', () => {
  it('stacks clean, suspect and fraud and draws the rate as a line', () => {
    const chart = seriesChart([day('2026-11-15', 100, 20, { suspect: 10 })], byDate, context);
    expect(chart.series.map(({ name, tone, values }) => [name, tone, values])).toEqual([
      ['clean', 'clean', [70]],
      ['suspect', 'suspect', [10]],
      ['fraud', 'fraud', [20]],
    ]);
    expect(chart.rate?.values).toEqual([0.2]);
  });

  it('has a gap in the rate where there are too few events, and gaps where the day has not come', () => {
    const chart = seriesChart([day('2026-11-20', 5, 5), day('2026-11-22', 0, 0)], byDate, context);
    expect(chart.rate?.values).toEqual([null, null]);
    expect(chart.series[0]?.values).toEqual([0, null]);
  });

  it('marks the days that can still change, and none of a range that is over', () => {
    const rows = ['2026-11-19', '2026-11-20', '2026-11-21'].map((date) => day(date, 50, 1));
    expect(seriesChart(rows, byDate, context).partialFrom).toBe('2026-11-21');
    expect(seriesChart(rows, byDate, { ...context, provisional: '2026-11-20' }).partialFrom).toBe('2026-11-20');
    const over = { ...context, meta: { ...meta, to: '2026-11-18' } };
    expect(seriesChart(rows, byDate, over).partialFrom).toBeUndefined();
  });

  it('marks the week that holds today and the week the range cuts', () => {
    const byWeek = series({ id: 'w', title: 'By week', grain: 'week' });
    const rows = ['2026-11-09', '2026-11-16'].map((week) => row({ week, total: 50, fraud: 1 }));
    const chart = seriesChart(rows, byWeek, context);
    expect([chart.partialUntil, chart.partialFrom]).toEqual(['2026-11-09', '2026-11-16']);
    const months = series({ id: 'm', title: 'By month', grain: 'month' });
    const november = seriesChart([row({ month: '2026-11', total: 50, fraud: 1 })], months, context);
    expect([november.partialUntil, november.partialFrom]).toEqual(['2026-11', '2026-11']);
  });

  it('draws no two lines in one colour: verdicts and the whole have theirs, others take a category', () => {
    const lines = series({
      id: 'u',
      title: 'Unique',
      grain: 'date',
      chart: 'line',
      measures: ['unique_events', 'fraud', 'total'],
    });
    const chart = seriesChart([day('2026-11-15', 50, 1, { unique_events: 40 })], lines, context);
    expect(chart.series.map(({ tone, values }) => [tone, values])).toEqual([
      [undefined, [40]],
      ['fraud', [1]],
      ['accent', [50]],
    ]);
  });

  it('overlays the period before only when every bucket has one', () => {
    const previous = { total: 40, clean: 40, fraud: 0, suspect: 0, clean_percentage: 100, fraud_percentage: 0 };
    const rows = [day('2026-11-15', 50, 1, { previous }), day('2026-11-16', 50, 1)];
    expect(seriesChart(rows.slice(0, 1), byDate, context).compare).toEqual({ name: 'before', values: [40] });
    expect(seriesChart(rows, byDate, context).compare).toBeUndefined();
  });
});

describe('a trend', () => {
  const byReason = trend({ id: 't', title: 'Trend', by: 'reason' });

  it('draws the largest values as lines and the rest as one, with zeros where a value is missing', () => {
    const rows = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((key, at) => [
      row({ date: '2026-11-15', key, total: 10, fraud: 10 - at }),
      ...(key === 'a' ? [row({ date: '2026-11-16', key, total: 10, fraud: 1 })] : []),
    ]);
    const { series: lines, drawn, buckets } = trendChart(rows, byReason, context);
    expect(drawn).toBe('lines');
    expect(buckets).toEqual(['2026-11-15', '2026-11-16']);
    expect(lines.map(({ name, values }) => [name, values])).toEqual([
      ['a', [10, 1]],
      ['b', [9, 0]],
      ['c', [8, 0]],
      ['d', [7, 0]],
      ['other', [11, 0]],
    ]);
    expect(lines.at(-1)?.rest).toBe(true);
  });
});
