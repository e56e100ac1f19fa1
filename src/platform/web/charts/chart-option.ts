import type { EChartsCoreOption } from 'echarts/core';
import type { Format } from '../i18n/format.ts';
import { CATEGORY_TOKENS, categoryTokens } from '../theme/palette.ts';
import type { BarChart, ChartModel, Series, TimeChart, Tone } from './model.ts';

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

const tooltipOf = ({ colour }: DrawWith) => ({
  trigger: 'axis',
  confine: true,
  axisPointer: { type: 'shadow', shadowStyle: { color: colour('surface-2'), opacity: 0.6 } },
  backgroundColor: colour('surface-1'),
  borderColor: colour('line'),
  textStyle: { color: colour('text'), fontSize: 12 },
});

const valueAxis = ({ colour, format }: DrawWith) => ({
  type: 'value',
  min: 0,
  splitNumber: 4,
  axisLabel: { color: colour('muted'), fontSize: 12, formatter: (value: number) => format.compact(value) },
  splitLine: { lineStyle: { color: colour('line') } },
});

function timeOption(model: TimeChart, draw: DrawWith): EChartsCoreOption {
  const { colour, format, animate } = draw;
  const paint = colourOf(model.series, colour);
  const isPartial = (bucket: string): boolean =>
    (model.partialFrom !== undefined && bucket >= model.partialFrom) ||
    (model.partialUntil !== undefined && bucket <= model.partialUntil);
  const lines = model.series.map((one, index) => ({
    type: 'line',
    name: one.name,
    data: one.values,
    connectNulls: false,
    symbol: SYMBOLS[index % SYMBOLS.length],
    symbolSize: 6,
    showSymbol: model.buckets.length <= 31,
    lineStyle: { color: paint(one), width: 2 },
    itemStyle: { color: paint(one) },
    tooltip: { valueFormatter: (value: number) => format.number(value) },
  }));
  const bars = model.series.map((one, index) => ({
    type: 'bar',
    name: one.name,
    stack: 'counts',
    barMaxWidth: 44,
    barCategoryGap: '28%',
    itemStyle: { color: paint(one), decal: decalOf(one.tone, colour) },
    data: one.values.map((value, at) => {
      const partial = isPartial(model.buckets[at] ?? '');
      return {
        value,
        ...(partial && { itemStyle: { opacity: 0.65, decal: { ...HATCH, color: colour('surface-1') } } }),
      };
    }),
    tooltip: { valueFormatter: (value: number) => format.number(value) },
    ...(index === 0 &&
      model.marks && {
        markLine: {
          symbol: ['none', 'circle'],
          lineStyle: { color: colour('muted'), type: 'dotted' },
          label: { show: false },
          tooltip: { formatter: ({ name }: { name: string }) => name },
          data: model.marks.map((mark) => ({ xAxis: mark.bucket, name: mark.label })),
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
    tooltip: { valueFormatter: (value: number) => format.number(value) },
  };
  const rate = model.rate && {
    type: 'line',
    name: model.rate.name,
    yAxisIndex: 1,
    data: model.rate.values,
    connectNulls: false,
    symbol: 'circle',
    symbolSize: 5,
    showSymbol: model.buckets.length <= 31,
    lineStyle: { color: colour('text'), width: 2 },
    itemStyle: { color: colour('text') },
    tooltip: { valueFormatter: (value: number) => format.percent(value) },
  };
  const series = [...(model.drawn === 'lines' ? lines : bars), compare, rate].filter((one) => one !== undefined);
  return {
    animation: animate,
    animationDuration: 160,
    legend: legendOf(
      series.map((one) => one.name),
      draw,
    ),
    tooltip: tooltipOf(draw),
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
    tooltip: tooltipOf(draw),
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
      tooltip: { valueFormatter: (value: number) => format.number(value) },
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
