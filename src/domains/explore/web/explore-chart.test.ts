import { describe, expect, it } from 'vitest';
import { type ChartNames, exploreChart, MOST_BARS } from './explore-chart.ts';

const names: ChartNames = { value: (_key, value) => value || 'none', measure: (name) => name, other: 'others' };

describe('a chart of rows', () => {
  it('draws days as lines and names the verdicts by their colours', () => {
    const rows = [
      { date: '2026-01-02', total: 7, fraud: 2, suspect: 1 },
      { date: '2026-01-01', total: 4, fraud: 0, suspect: 3 },
    ];
    expect(exploreChart(rows, { by: ['date'], counts: ['total', 'suspect', 'fraud'] }, names)).toEqual({
      kind: 'time',
      drawn: 'lines',
      buckets: ['2026-01-01', '2026-01-02'],
      series: [
        { name: 'suspect', tone: 'suspect', values: [3, 1] },
        { name: 'fraud', tone: 'fraud', values: [0, 2] },
      ],
    });
  });

  it('tells a second key apart, the smallest together as one', () => {
    const rows = Array.from({ length: 9 }, (_, at) => ({ hour: '01', publisher: `p${at}`, total: 10 - at }));
    const chart = exploreChart(rows, { by: ['hour', 'publisher'], counts: ['total'] }, names);
    expect(chart?.series.map(({ name }) => name)).toEqual(['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'others']);
    expect(chart?.series.at(-1)?.values).toEqual([4 + 3 + 2]);
  });

  it('has as many bars as can be read, and none without a key', () => {
    const rows = Array.from({ length: 60 }, (_, at) => ({ publisher: `p${at}`, total: at + 1 }));
    const chart = exploreChart(rows, { by: ['publisher'], counts: ['total'] }, names);
    expect(chart?.kind === 'bars' && chart.categories.length).toBe(MOST_BARS);
    expect(exploreChart(rows, { by: [], counts: ['total'] }, names)).toBeUndefined();
  });
});
