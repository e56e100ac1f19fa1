import type { Mark, Series, TimeChart } from './model.ts';
import { type Colour, colourOf, decalOf, HATCH, type Paint } from './paint.ts';
import { splitOpen } from './partial.ts';
import { isOpenBucket } from './readout.ts';

/** Lines differ by the shape of their points too, so that colour is not the only difference. */
const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'emptyCircle', 'emptyRect', 'emptyTriangle', 'emptyDiamond'];

/** Labels of marks need so many of the parts of a chart beside each other. */
const LABELS_ACROSS = 9;

/** One line a bucket, however much happened there; above it what it was, where there is room for the words. */
function markLine(buckets: readonly string[], marks: readonly Mark[], colour: Colour) {
  const shown = buckets.flatMap((bucket, at) => {
    const here = marks.filter((mark) => mark.bucket === bucket);
    return here.length === 0 ? [] : [{ bucket, at, here }];
  });
  const room = buckets.length / LABELS_ACROSS;
  let last = Number.NEGATIVE_INFINITY;
  return {
    symbol: ['none', 'circle'],
    symbolSize: 6,
    // What happened there is told with the bucket; the line itself is neither pointed at nor picked.
    silent: true,
    lineStyle: { color: colour('muted'), type: 'dotted' },
    data: shown.map(({ bucket, at, here }) => {
      const fits = at - last >= room;
      if (fits) last = at;
      const kinds = [...new Set(here.map(({ short }) => short))].join(', ');
      const words = here.length > 1 ? `${kinds} ×${here.length}` : kinds;
      return {
        xAxis: bucket,
        label: { show: fits, formatter: words, color: colour('muted'), fontSize: 11, distance: 4 },
      };
    }),
  };
}

/** A series whose last buckets may not be over: final and open part under one name share legend entry and colour. */
function lineOf(
  model: TimeChart,
  { name, values }: { name: string; values: readonly (number | null)[] },
  color: string,
  more: Record<string, unknown>,
) {
  const { final, open } = splitOpen(values, openIn(model));
  const base = {
    type: 'line',
    name,
    connectNulls: false,
    showSymbol: model.buckets.length <= 31,
    itemStyle: { color },
    ...more,
  };
  const solid = { ...base, data: final, lineStyle: { color, width: 2 } };
  return open ? [solid, { ...base, data: open, lineStyle: { color, width: 2, type: [3, 5] } }] : [solid];
}

const openIn =
  (model: TimeChart) =>
  (at: number): boolean => {
    const bucket = model.buckets[at];
    return bucket !== undefined && isOpenBucket(model, bucket);
  };

const earlierLine = ({ name, values }: Pick<Series, 'name' | 'values'>, color: string) => ({
  type: 'line',
  name,
  data: values,
  symbol: 'none',
  lineStyle: { color, width: 1.5, type: 'dashed' },
  itemStyle: { color },
});

interface Line {
  type: string;
  name: string;
  data: Series['values'];
}

const linesOf = (model: TimeChart, paint: Paint) =>
  model.series.flatMap((one, index): Line[] =>
    one.isEarlier
      ? [earlierLine(one, paint(one))]
      : lineOf(model, one, paint(one), { symbol: SYMBOLS[index % SYMBOLS.length], symbolSize: 6 }),
  );

/** Bars stand on each other, fainter and hatched where a bucket is not over; the first carries the marks of all. */
function barsOf(model: TimeChart, paint: Paint, colour: Colour) {
  const isOpen = openIn(model);
  return model.series.map((one, index) => ({
    type: 'bar',
    name: one.name,
    stack: 'counts',
    barMaxWidth: 44,
    barCategoryGap: '28%',
    emphasis: { disabled: true },
    itemStyle: { color: paint(one), decal: decalOf(one.tone, colour) },
    data: one.values.map((value, at) => ({
      value,
      ...(isOpen(at) && { itemStyle: { opacity: 0.65, decal: { ...HATCH, color: colour('surface-1') } } }),
    })),
    ...(index === 0 && model.marks && { markLine: markLine(model.buckets, model.marks, colour) }),
  }));
}

const compareOf = ({ compare }: TimeChart, colour: Colour) => (compare ? [earlierLine(compare, colour('muted'))] : []);

const rateOf = (model: TimeChart, colour: Colour) =>
  model.rate ? lineOf(model, model.rate, colour('text'), { yAxisIndex: 1, symbol: 'circle', symbolSize: 5 }) : [];

/** What a chart over time draws: counts as lines or bars, the period before, the share. */
export function timeSeries(model: TimeChart, colour: Colour) {
  const paint = colourOf(model.series, colour);
  const counts = model.drawn === 'lines' ? linesOf(model, paint) : barsOf(model, paint, colour);
  return [...counts, ...compareOf(model, colour), ...rateOf(model, colour)];
}
