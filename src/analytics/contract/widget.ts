import type { DimensionName } from '#traffic/event/contract/dimensions.ts';
import type { AskedKey } from '#traffic/event/contract/keys.ts';
import type { Base } from './base.ts';
import type { MeasureName } from './measures.ts';
import type { Section } from './section.ts';
import type { Shape } from './shapes/registry.ts';

export type Chart = 'tiles' | 'donut' | 'bars' | 'stacked' | 'line' | 'area' | 'table';
export type Grain = 'date' | 'week' | 'month';

/** What rows can be sorted by, where their dataset has it. */
export const SORT_KEYS = [
  'name',
  'total',
  'clean',
  'fraud',
  'suspect',
  'clean_percentage',
  'fraud_percentage',
  'suspect_percentage',
  'unsafe',
  'safe',
  'unrated',
  'unsafe_percentage',
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** One question to the data and how its answer is drawn, as a value. `N` are the names of the dataset's measures. */
export interface Widget<N extends string = MeasureName> {
  /** Path under the board's API. */
  id: string;
  title: string;
  /** What its rows are: one file of that name in `contract`, `server` and `web/shapes`. */
  shape: Shape;
  chart: Chart;
  /** Where it stands; follows from its rows when left out. */
  section?: Section;
  /** Measures the card shows, the leading one first. Rows always carry those of every row. */
  measures: readonly [N, ...N[]];
  /** Measures in its rows beside those of every row. */
  extra?: readonly N[];
  by?: DimensionName;
  /** What rows are told apart by, instead of `by`: each row has the value of each under its name. */
  keys?: readonly AskedKey[];
  /** Rows lie under their publisher, which each row names. */
  underPublisher?: boolean;
  grain?: Grain;
  /** Each day holds everything since the first. */
  cumulative?: boolean;
  /** Measure by which rows are ordered, the largest first. */
  order?: N;
  /** Rows of a breakdown and of one page of a table; names of a trend. */
  limit?: number;
  /** Rows of a page of its table on a board; ten when left out. */
  rows?: number;
  /** Conditions that always hold, within whatever the user filters by. */
  standing?: Partial<Record<DimensionName, readonly string[]>>;
  /** What is left of all events by its conditions; whoever has conditions names it. */
  base?: Base;
  /** How rows are ordered where suspect events are a part of their own; elsewhere by `order`. */
  ranked?: Ranking<N>;
}

/** An order of sources that must have earned their place. */
export interface Ranking<N extends string = MeasureName> {
  by: N;
  /** Rows with fewer are left out. */
  least: { measure: N; count: number };
  /** Names that stand for nobody who could be praised or blamed. */
  without: readonly string[];
}

/** What a widget of a shape says itself; the rest has a usual value. */
export type Parts<K extends keyof Widget> = Pick<Widget, K> & Partial<Omit<Widget, K>>;

/** The parts of a total, drawn side by side. */
export const SPLIT = ['clean', 'suspect', 'fraud'] as const;

export const FOUND = { verdict: ['suspect', 'fraud'] } as const;

/** Only what was found at all: fraud and suspect, so that categories add up to the fraud of the board. */
export const FLAGGED = { standing: FOUND, base: 'flagged' } as const;

/** Of what was found, that of some groups of reasons. */
export const flaggedFor = <G extends string>(base: Base, groups: readonly G[]) => ({
  standing: { ...FOUND, reason_group: groups },
  base,
});
