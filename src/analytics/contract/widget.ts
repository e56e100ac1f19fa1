import type { DimensionName } from '#traffic/event/contract/dimensions.ts';
import type { ExtraMeasure, MeasureName } from './measures.ts';

/**
 * What the rows of a widget are: one row of totals; one row per value; one per day, week or month; one per day and
 * value; or a paged table with search.
 */
export type Shape = 'totals' | 'breakdown' | 'series' | 'trend' | 'table';
export type Chart = 'tiles' | 'donut' | 'bars' | 'stacked' | 'line' | 'area' | 'table';
export type Grain = 'date' | 'week' | 'month';
export type SortKey = 'name' | 'total' | 'clean' | 'fraud' | 'suspect' | 'fraud_percentage';

/** One question to the data and how its answer is drawn, as a value. */
export interface Widget {
  /** Path under the board's API. */
  id: string;
  title: string;
  shape: Shape;
  chart: Chart;
  /** Measures the card shows, the leading one first. Rows always carry all of `ROW_MEASURES`. */
  measures: readonly [MeasureName, ...MeasureName[]];
  extra?: readonly ExtraMeasure[];
  by?: DimensionName;
  /** Rows lie under their publisher, which each row names. */
  underPublisher?: boolean;
  grain?: Grain;
  /** Each day holds everything since the first. */
  cumulative?: boolean;
  order?: SortKey;
  /** Rows of a breakdown and of one page of a table; names of a trend. */
  limit?: number;
  /** Conditions that always hold, within whatever the user filters by. */
  standing?: Partial<Record<DimensionName, readonly string[]>>;
}

type Parts<K extends keyof Widget> = Pick<Widget, K> & Partial<Omit<Widget, K>>;

const SPLIT = ['clean', 'fraud', 'suspect'] as const;

export const totals = (w: Parts<'id' | 'title'>): Widget => ({
  shape: 'totals',
  chart: 'tiles',
  measures: ['total', 'clean', 'fraud', 'suspect', 'fraud_percentage', 'cost_at_risk'],
  extra: ['cost_at_risk'],
  ...w,
});

export const breakdown = (w: Parts<'id' | 'title' | 'by'>): Widget => ({
  shape: 'breakdown',
  chart: 'bars',
  measures: SPLIT,
  order: 'total',
  ...w,
});

export const series = (w: Parts<'id' | 'title' | 'grain'>): Widget => ({
  shape: 'series',
  chart: 'stacked',
  measures: SPLIT,
  ...w,
});

export const trend = (w: Parts<'id' | 'title' | 'by'>): Widget => ({
  shape: 'trend',
  chart: 'line',
  measures: ['fraud'],
  grain: 'date',
  ...w,
});

export const table = (w: Parts<'id' | 'title' | 'by'>): Widget => ({
  shape: 'table',
  chart: 'table',
  measures: ['total', 'clean', 'fraud', 'suspect', 'fraud_percentage'],
  order: 'total',
  limit: 10,
  ...w,
});

/** Only what was found at all: fraud and suspect, so that categories add up to the fraud of the board. */
export const FLAGGED = { verdict: ['suspect', 'fraud'] } as const;
