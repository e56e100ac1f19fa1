import type { SourceFactName } from '#traffic/event/contract/source-facts.ts';
import type { SourceFamily } from '#traffic/event/contract/source-families.ts';
import type { UsualReach } from './goal-times.ts';
import type { MeasureName } from './measures.ts';
import type { Sums } from './source-unit.ts';
import type { UsualSpending } from './spending.ts';
import { wilson } from './statistics.ts';
import type { StayCurve } from './stays.ts';
import type { UsualAmounts } from './usual-amounts.ts';
import type { PayerShares } from './usual-payers.ts';

/** What others show: the counts by bin as shares, values of facts, moments of the times to install. */
export interface Peers {
  bins: Readonly<Record<string, readonly number[] | undefined>>;
  facts: Readonly<Partial<Record<SourceFactName, number>>>;
  /** Mean and spread of the publishers' mean logarithms of click-to-install times. */
  ctit?: { mean: number; deviation: number } | undefined;
  /** Installs within an hour of their click, for each click. */
  soon?: number | undefined;
  /** Share of persons who came back on the next day. */
  returns?: number | undefined;
  /** Share of those who used the app a week after the install. */
  weekReturns?: number | undefined;
  /** How they become fewer over the days after it. */
  stays?: StayCurve | undefined;
  /** Share of those who paid by the next day, by country. */
  payers?: readonly PayerShares[] | undefined;
  /** What part of the installs gets to an event, and when. */
  reach?: UsualReach | undefined;
  /** What an event usually brings at most, by kind of revenue. */
  amounts?: UsualAmounts | undefined;
  /** What persons spend in a day. */
  spending?: UsualSpending | undefined;
}

/** Distributions that are compared with those of others. */
export type DistributionName = 'hours' | 'ctits' | 'models' | 'versions' | 'bands';

export interface FactMethod {
  /** Counts of its window that it looks at: of hundreds, only those that some fact reads are added up for a source. */
  reads: readonly MeasureName[];
  /** The distribution it takes from others: of the same window. */
  compares?: DistributionName;
  /** Events in the sample; below the minimum of the fact there is no value. */
  sample: (sums: Sums) => number;
  /** Undefined where the value has no meaning (no peers to compare with, nothing measured). */
  value: (sums: Sums, peers: Peers) => number | undefined;
  /**
   * What others must show for the value to mean anything; elsewhere the fact is unknown. A source is never accused of
   * what is usual in its package.
   */
  usual?: readonly [least: number, most: number];
  /**
   * How much a value accuses, the more the higher. Absent where sources must not be put together: counts of different
   * addresses or agents do not add up.
   */
  pools?: (value: number, peers: Peers) => number;
  /** Values are probabilities, corrected over the sources of a day. */
  chance?: true;
  /** Counted in the first of its families, carried by events of these ones of the same source too. */
  carriedBy?: readonly SourceFamily[];
  /** Says nothing about sources of a package whose traffic has none of these at all. */
  onlyWith?: MeasureName;
}

export const count = (name: MeasureName) => (sums: Sums) => sums.numbers[name] ?? 0;
export const at = (sums: Sums, name: MeasureName) => sums.numbers[name] ?? 0;
export const bins = (sums: Sums, name: MeasureName): readonly number[] => sums.bins[name] ?? [];
export const percent = (share: number) => 100 * share;

export const high = (value: number): number => value;
export const low = (value: number): number => -value;
export const farFrom = (usual: number | undefined, value: number): number =>
  usual ? Math.abs(Math.log(Math.max(value, Number.MIN_VALUE) / usual)) : value;

/** Share of `hits` in `of`, in percent, with the bound that speaks for the source. */
export const share = (hits: MeasureName, of: MeasureName, bound: 'least' | 'most'): FactMethod => ({
  reads: [hits, of],
  sample: count(of),
  value: (sums) => percent(wilson(at(sums, hits), at(sums, of))[bound === 'least' ? 0 : 1]),
  pools: bound === 'least' ? high : low,
});

export const unpooled = ({ pools: _, ...method }: FactMethod): FactMethod => method;
