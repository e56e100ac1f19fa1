import type { Series, TimeChart } from '#platform/contract/charts/model.ts';
import { type Measures, rateIn } from '../measure.ts';
import { type BoardMeta, numberIn, type Row } from '../rows.ts';
import type { Widget } from '../widget.ts';
import { rateOf, tonesIn } from './parts.ts';

/** Names in the reader's language. */
export interface ChartWords {
  measure: (name: string) => string;
  previous: string;
  other: string;
  row: (row: Row) => string;
}

/** A line more and the chart can no longer be read. */
const MOST_LINES = 5;

export const bucketOf = (row: Row): string => row.date ?? row.week ?? row.month ?? row.key;

const isNumber = (value: number | undefined): value is number => value !== undefined;

interface SeriesContext {
  /** The measures of the dataset. */
  all: Measures;
  meta: Pick<BoardMeta, 'today' | 'from' | 'to'>;
  /** First day that can still change. */
  provisional: string;
  words: ChartWords;
}

export type ChartOf = (rows: readonly Row[], widget: Widget<string>, context: SeriesContext) => TimeChart;

/** What has not happened yet is a gap, not a zero. */
const known = (bucket: string, today: string, value: number): number | null => (bucket > today ? null : value);

/** One row per day, week or month: stacked counts with the share of fraud, or plain lines. */
export function seriesChart(
  rows: readonly Row[],
  widget: Widget<string>,
  { all, meta, provisional, words }: SeriesContext,
): TimeChart {
  const buckets = rows.map(bucketOf);
  const stacked = widget.chart === 'stacked';
  const split = stacked ? tonesIn(widget.measures) : [];
  const names = split.length > 0 ? split : widget.measures.filter((name) => all[name]?.unit === 'events');
  // Verdicts have their own colours and the whole that of the product; any other line takes one of the categories.
  const toneOf = (name: string) => tonesIn([name])[0] ?? (name === 'total' ? ('accent' as const) : undefined);
  const rate = widget.standing || widget.cumulative ? undefined : rateIn(all);
  const compared = rows.map((row) => row.previous?.total).filter(isNumber);
  const first = provisional > meta.to ? undefined : openBucket(buckets, provisional, widget);
  return {
    kind: 'time',
    drawn: stacked ? 'stacked' : 'lines',
    buckets,
    series: names.map((name) => {
      const tone = toneOf(name);
      const values = rows.map((row) => known(bucketOf(row), meta.today, numberIn(row, name) ?? 0));
      return { name: words.measure(name), values, ...(tone && { tone }) };
    }),
    ...(rate === undefined
      ? {}
      : { rate: { name: words.measure(rate), values: rows.map((row) => rateOf(row, all)?.share ?? null) } }),
    ...(compared.length === rows.length && rows.length > 0 && drawsTotal(names)
      ? { compare: { name: words.previous, values: compared } }
      : {}),
    ...(first === undefined ? {} : { partialFrom: first }),
    ...(cutAtStart(buckets[0], meta.from) ? { partialUntil: buckets[0] } : {}),
  };
}

/** What is drawn adds up to the total, so that the total of the period before can be laid over it. */
const drawsTotal = (names: readonly string[]): boolean => names.includes('clean') || names.join() === 'total';

/** A week or month that began before the range holds only some of its days. */
export const cutAtStart = (bucket: string | undefined, from: string): bucket is string =>
  bucket !== undefined && (bucket.length === 7 ? `${bucket}-01` : bucket) < from;

/** The bucket in which the provisional day lies, if the chart reaches it. */
function openBucket(buckets: readonly string[], provisional: string, { grain }: Widget<string>): string | undefined {
  const day = grain === 'month' ? provisional.slice(0, 7) : provisional;
  if (grain === 'date') return buckets.find((bucket) => bucket >= day);
  return buckets.findLast((bucket) => bucket <= day);
}

/** One row per day and value: a line for each of the largest values, the rest as one. */
export function trendChart(
  rows: readonly Row[],
  widget: Widget<string>,
  { meta, provisional, words }: SeriesContext,
): TimeChart {
  const [measure] = widget.measures;
  const buckets = [...new Set(rows.map(bucketOf))].sort();
  const lines = new Map<string, { name: string; sum: number; values: Map<string, number> }>();
  for (const row of rows) {
    const id = `${row.publisher ?? ''}\n${row.key}`;
    const line = lines.get(id) ?? { name: words.row(row), sum: 0, values: new Map<string, number>() };
    const value = numberIn(row, measure) ?? 0;
    line.sum += value;
    line.values.set(bucketOf(row), value);
    lines.set(id, line);
  }
  const sorted = [...lines.values()].filter(({ sum }) => sum > 0).sort((a, b) => b.sum - a.sum);
  const single = sorted.length > MOST_LINES ? sorted.slice(0, MOST_LINES - 1) : sorted;
  const rest = sorted.slice(single.length);
  const series: Series[] = single.map(({ name, values }) => ({
    name,
    values: buckets.map((bucket) => known(bucket, meta.today, values.get(bucket) ?? 0)),
  }));
  if (rest.length > 0) {
    const together = (bucket: string): number => rest.reduce((sum, { values }) => sum + (values.get(bucket) ?? 0), 0);
    series.push({
      name: words.other,
      rest: true,
      values: buckets.map((bucket) => known(bucket, meta.today, together(bucket))),
    });
  }
  const first = provisional > meta.to ? undefined : openBucket(buckets, provisional, widget);
  return { kind: 'time', drawn: 'lines', buckets, series, ...(first === undefined ? {} : { partialFrom: first }) };
}
