import type { Format } from '../format.ts';
import { axesOf, digitsOf } from './axes.ts';
import type { BarChart, ChartModel, TimeChart } from './model.ts';
import { type Colour, colourOf, decalOf } from './paint.ts';
import { type Readout, type ReadoutWords, readoutOf } from './readout.ts';
import { timeSeries } from './time-series.ts';

export interface DrawWith {
  colour: Colour;
  format: Format;
  animate: boolean;
  /** Says that a bucket is not complete. */
  words?: ReadoutWords;
  /** Names of what the reader has switched off in the legend. */
  off?: ReadonlySet<string>;
  /** What stands beside the pointer, as an element of the page; none on paper. */
  tip?: (readout: Readout, colours: readonly string[], words: ReadoutWords | undefined) => unknown;
}

/** Options of ECharts. */
export type ChartOption = Record<string, unknown>;

const isHour = (bucket: string): boolean => bucket.length > 10;

const isMonth = (bucket: string): boolean => bucket.length === 7;

const bucketLabel = (bucket: string, format: Format): string => {
  if (isMonth(bucket)) return format.month(bucket);
  return isHour(bucket) ? bucket.slice(11, 16) : format.shortDay(bucket);
};

const legendOf = (names: string[], { colour, off }: DrawWith) => ({
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
  selected: Object.fromEntries(names.map((name) => [name, !off?.has(name)])),
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
    return draw.tip?.(readout, coloursOf(model, draw), draw.words);
  },
  confine: true,
  // Behind the bars: in front it would fade the one that is pointed at.
  axisPointer: { type: 'shadow', z: 1, shadowStyle: { color: draw.colour('surface-2') } },
  backgroundColor: draw.colour('surface-1'),
  borderColor: draw.colour('line'),
});

type Values = readonly (number | null)[];

/** Tops of what stands on each other, or of each by itself. */
function topsOf(model: TimeChart, isShown: (name: string) => boolean): number[] {
  const shown = model.series.filter(({ name }) => isShown(name));
  const at = (values: Values, bucket: number): number => values[bucket] ?? 0;
  const single = [...(model.drawn === 'lines' ? shown : []), ...(model.compare ? [model.compare] : [])];
  const tops = single.filter(({ name }) => isShown(name)).flatMap(({ values }) => values.map((value) => value ?? 0));
  if (model.drawn !== 'lines')
    tops.push(...model.buckets.map((_, bucket) => shown.reduce((sum, { values }) => sum + at(values, bucket), 0)));
  return tops;
}

const valueAxis = ({ colour, format }: DrawWith) => ({
  type: 'value',
  min: 0,
  splitNumber: 4,
  axisLabel: { color: colour('muted'), fontSize: 12, formatter: (value: number) => format.compact(value) },
  splitLine: { lineStyle: { color: colour('line') } },
});

function timeOption(model: TimeChart, draw: DrawWith): ChartOption {
  const { colour, format, animate } = draw;
  const series = timeSeries(model, colour);
  const isShown = (name: string): boolean => !draw.off?.has(name);
  const rates = model.rate && isShown(model.rate.name) ? model.rate.values.map((value) => value ?? 0) : [];
  const axes = axesOf(topsOf(model, isShown), rates);
  const digits = digitsOf(axes.shares.interval);
  return {
    animation: animate,
    animationDuration: 160,
    legend: legendOf([...new Set(series.map((one) => one.name))], draw),
    ...(draw.tip ? { tooltip: tooltipOf(model, draw) } : {}),
    grid: {
      left: 8,
      right: model.rate ? 8 : 16,
      // Marks have their words between the legend and the bars.
      top: model.marks ? 48 : 36,
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
      { ...valueAxis(draw), ...axes.counts },
      {
        ...valueAxis(draw),
        ...axes.shares,
        show: model.rate !== undefined,
        splitLine: { show: false },
        axisLabel: {
          color: colour('muted'),
          fontSize: 12,
          formatter: (share: number) => format.percent(share, digits),
        },
      },
    ],
    series,
  };
}

/** There is no third of an event. */
const isCounted = ({ series }: BarChart): boolean =>
  series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)));

function barOption(model: BarChart, draw: DrawWith): ChartOption {
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
    ...(draw.tip ? { tooltip: tooltipOf(model, draw) } : {}),
    grid: {
      left: 8,
      right: 56,
      top: model.series.length > 1 ? 30 : 8,
      bottom: 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: { ...valueAxis(draw), ...(isCounted(model) ? { minInterval: 1 } : {}) },
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
export const optionOf = (model: ChartModel, draw: DrawWith): ChartOption =>
  model.kind === 'time' ? timeOption(model, draw) : barOption(model, draw);
