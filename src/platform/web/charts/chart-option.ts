import type { EChartsCoreOption } from 'echarts/core';
import type { Format } from '../i18n/format.ts';
import { CATEGORY_TOKENS, categoryTokens } from '../theme/palette.ts';
import type { BarChart, ChartModel, Mark, Series, TimeChart, Tone } from './model.ts';
import { splitOpen } from './partial.ts';
import { isOpenBucket, type ReadoutWords, readoutOf } from './readout.ts';
import { tipOf } from './tip.ts';

export const CHART_TOKENS = [
  'clean',
  'suspect',
  'fraud',
  'accent',
  'text',
  'muted',
  'line',
  'surface-1',
  'surface-2',
  ...CATEGORY_TOKENS,
  'category-other',
] as const;

export type Colour = (token: (typeof CHART_TOKENS)[number]) => string;

export interface DrawWith {
  colour: Colour;
  format: Format;
  animate: boolean;
  /** Says that a bucket is not complete. */
  words?: ReadoutWords;
}

type Decal = Record<string, unknown>;

/** Patterns tell clean, suspect and fraud apart without colour: plain, dots, stripes. */
const decalOf = (tone: Tone | undefined, colour: Colour): Decal | undefined => {
  const color = colour('surface-1');
  if (tone === 'fraud')
    return { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [2, 5], rotation: -Math.PI / 4, color };
  if (tone === 'suspect')
    return {
      symbol: 'circle',
      dashArrayX: [
        [4, 4],
        [0, 4, 4, 0],
      ],
      dashArrayY: [4, 0],
      symbolSize: 0.7,
      color,
    };
  return undefined;
};

const HATCH: Decal = { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [3, 3], rotation: Math.PI / 4 };

function colourOf(series: readonly Series[], colour: Colour): (one: Series) => string {
  // A lone series needs no telling apart.
  const [only, second] = series;
  if (only && !second) return () => colour(only.tone ?? 'accent');
  const tokens = categoryTokens(series.filter((s) => !s.rest).map((s) => s.name));
  return (one) => colour(one.tone ?? (one.rest ? undefined : tokens.get(one.name)) ?? 'category-other');
}

const isHour = (bucket: string): boolean => bucket.length > 10;

const isMonth = (bucket: string): boolean => bucket.length === 7;

const bucketLabel = (bucket: string, format: Format): string => {
  if (isMonth(bucket)) return format.month(bucket);
  return isHour(bucket) ? bucket.slice(11, 16) : format.shortDay(bucket);
};

/** Lines differ by the shape of their points too, so that colour is not the only difference. */
const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'emptyCircle', 'emptyRect', 'emptyTriangle', 'emptyDiamond'];

const legendOf = (names: string[], { colour }: DrawWith) => ({
  show: names.length > 1,
  type: 'scroll',
  left: 'right',
  top: 0,
  padding: [5, 8],
  pageIconColor: colour('text'),
  pageTextStyle: { color: colour('muted') },
  itemWidth: 14,
  itemHeight: 10,
  itemGap: 16,
  textStyle: { color: colour('text'), fontSize: 12 },
  data: names,
});

/** Colours in the order of the lines of a readout. */
function coloursOf(model: ChartModel, { colour }: DrawWith): string[] {
  const paint = colourOf(model.series, colour);
  const shown = model.series.map(paint);
  if (model.kind === 'time')
    shown.push(...(model.compare ? [colour('muted')] : []), ...(model.rate ? [colour('text')] : []));
  return shown;
}

interface Pointed {
  dataIndex: number;
}

const tooltipOf = (model: ChartModel, draw: DrawWith) => ({
  trigger: 'axis',
  formatter: (pointed: Pointed | Pointed[]) => {
    const [first] = [pointed].flat();
    const at = first?.dataIndex ?? 0;
    const readout = readoutOf(model, at, draw.format);
    return tipOf(readout, coloursOf(model, draw), draw.words);
  },
  confine: true,
  axisPointer: { type: 'shadow', shadowStyle: { color: draw.colour('surface-2'), opacity: 0.6 } },
  backgroundColor: draw.colour('surface-1'),
  borderColor: draw.colour('line'),
});

/** A share ends at 100 %; nothing at all is drawn under 10 % and not under the whole. */
const rateTop = ({ max }: { max: number }): number | null => {
  if (max > 0.8) return 1;
  return max > 0 ? null : 0.1;
};

const valueAxis = ({ colour, format }: DrawWith) => ({
  type: 'value',
  min: 0,
  splitNumber: 4,
  axisLabel: { color: colour('muted'), fontSize: 12, formatter: (value: number) => format.compact(value) },
  splitLine: { lineStyle: { color: colour('line') } },
});

/** One line a bucket, however much happened there; above it how much that was. */
function markLines(buckets: readonly string[], marks: readonly Mark[], colour: DrawWith['colour']) {
  const counts = new Map<string, number>();
  for (const { bucket } of marks) if (buckets.includes(bucket)) counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  return [...counts].map(([bucket, count]) => ({
    xAxis: bucket,
    label: { show: count > 1, formatter: `${count}×`, color: colour('muted'), fontSize: 11, distance: 6 },
  }));
}

function timeOption(model: TimeChart, draw: DrawWith): EChartsCoreOption {
  const { colour, format, animate } = draw;
  const paint = colourOf(model.series, colour);
  const isOpen = (at: number): boolean => {
    const bucket = model.buckets[at];
    return bucket !== undefined && isOpenBucket(model, bucket);
  };
  /** Final and open part under one name: they share legend entry and colour. */
  const lineOf = (name: string, values: readonly (number | null)[], color: string, more: Record<string, unknown>) => {
    const { final, open } = splitOpen(values, isOpen);
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
  };
  const lines = model.series.flatMap((one, index) =>
    lineOf(one.name, one.values, paint(one), { symbol: SYMBOLS[index % SYMBOLS.length], symbolSize: 6 }),
  );
  const bars = model.series.map((one, index) => ({
    type: 'bar',
    name: one.name,
    stack: 'counts',
    barMaxWidth: 44,
    barCategoryGap: '28%',
    itemStyle: { color: paint(one), decal: decalOf(one.tone, colour) },
    data: one.values.map((value, at) => {
      const partial = isOpen(at);
      return {
        value,
        ...(partial && { itemStyle: { opacity: 0.65, decal: { ...HATCH, color: colour('surface-1') } } }),
      };
    }),
    ...(index === 0 &&
      model.marks && {
        markLine: {
          symbol: ['none', 'circle'],
          // What happened there is told with the bucket; the line itself is neither pointed at nor picked.
          silent: true,
          lineStyle: { color: colour('muted'), type: 'dotted' },
          data: markLines(model.buckets, model.marks, colour),
        },
      }),
  }));
  const compare = model.compare && {
    type: 'line',
    name: model.compare.name,
    data: model.compare.values,
    symbol: 'none',
    lineStyle: { color: colour('muted'), width: 1.5, type: 'dashed' },
    itemStyle: { color: colour('muted') },
  };
  const rate = model.rate
    ? lineOf(model.rate.name, model.rate.values, colour('text'), { yAxisIndex: 1, symbol: 'circle', symbolSize: 5 })
    : [];
  const series = [...(model.drawn === 'lines' ? lines : bars), ...(compare ? [compare] : []), ...rate];
  return {
    animation: animate,
    animationDuration: 160,
    legend: legendOf([...new Set(series.map((one) => one.name))], draw),
    tooltip: tooltipOf(model, draw),
    grid: {
      left: 8,
      right: model.rate ? 8 : 16,
      top: 36,
      bottom: 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: {
      type: 'category',
      data: model.buckets,
      axisLine: { lineStyle: { color: colour('line') } },
      axisTick: { show: false },
      axisLabel: {
        color: colour('muted'),
        fontSize: 12,
        hideOverlap: true,
        formatter: (b: string) => bucketLabel(b, format),
      },
    },
    yAxis: [
      valueAxis(draw),
      {
        ...valueAxis(draw),
        max: rateTop,
        show: model.rate !== undefined,
        splitLine: { show: false },
        axisLabel: { color: colour('muted'), fontSize: 12, formatter: (share: number) => format.percent(share, 0) },
      },
    ],
    series,
  };
}

function barOption(model: BarChart, draw: DrawWith): EChartsCoreOption {
  const { colour, format, animate } = draw;
  const paint = colourOf(model.series, colour);
  const last = model.series.length - 1;
  return {
    animation: animate,
    animationDuration: 160,
    legend: legendOf(
      model.series.map((one) => one.name),
      draw,
    ),
    tooltip: tooltipOf(model, draw),
    grid: {
      left: 8,
      right: 56,
      top: model.series.length > 1 ? 30 : 8,
      bottom: 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: valueAxis(draw),
    yAxis: {
      type: 'category',
      inverse: true,
      data: model.categories,
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { color: colour('text'), fontSize: 12, width: 150, overflow: 'truncate' },
    },
    series: model.series.map((one, index) => ({
      type: 'bar',
      name: one.name,
      stack: 'parts',
      barMaxWidth: 20,
      itemStyle: { color: paint(one), decal: decalOf(one.tone, colour) },
      data: one.values,
      label: {
        // The sum stands at the end of the bar: read directly, no axis needed.
        show: index === last,
        position: 'right',
        color: colour('text'),
        fontSize: 12,
        formatter: ({ dataIndex }: { dataIndex: number }) =>
          format.compact(model.series.reduce((sum, part) => sum + (part.values[dataIndex] ?? 0), 0)),
      },
    })),
  };
}

/** ECharts option of a model. Pure: the same model, colours and language give the same picture. */
export const optionOf = (model: ChartModel, draw: DrawWith): EChartsCoreOption =>
  model.kind === 'time' ? timeOption(model, draw) : barOption(model, draw);
