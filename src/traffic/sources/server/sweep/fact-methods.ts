import { SOURCE_FACTS, type SourceFactName } from '#traffic/event/contract/source-facts.ts';
import { fullestDelay } from './click-delays.ts';
import { neighbours } from './neighbours.ts';
import { nightsAgainst } from './nights.ts';
import type { Sums, Valued } from './source-unit.ts';
import { richBands, type UsualSpending } from './spending.ts';
import {
  divergence,
  expectedDivergence,
  isClearlyMore,
  ksChance,
  ksDistance,
  lowShareChance,
  shares,
  sum,
  wilson,
} from './statistics.ts';
import { type StayCurve, stayBreak } from './stays.ts';
import { largestMultiple, type UsualAmounts } from './usual-amounts.ts';
import { cohortOf, type PayerShares, payerRatio } from './usual-payers.ts';

/** What others show: the counts by bin as shares, values of facts, moments of the times to install. */
export interface Peers {
  bins: Readonly<Record<string, readonly number[] | undefined>>;
  facts: Readonly<Partial<Record<SourceFactName, number>>>;
  /** Mean and spread of the publishers' mean logarithms of click-to-install times. */
  ctit?: { mean: number; deviation: number } | undefined;
  /** Share of persons who came back on the next day. */
  returns?: number | undefined;
  /** Share of those who used the app a week after the install. */
  weekReturns?: number | undefined;
  /** How they become fewer over the days after it. */
  stays?: StayCurve | undefined;
  /** Share of those who paid by the next day, by country. */
  payers?: readonly PayerShares[] | undefined;
  /** What an event usually brings at most, by kind of revenue. */
  amounts?: UsualAmounts | undefined;
  /** What persons spend in a day. */
  spending?: UsualSpending | undefined;
}

export interface FactMethod {
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
}

const count = (name: string) => (sums: Sums) => sums.numbers[name] ?? 0;
const at = (sums: Sums, name: string) => sums.numbers[name] ?? 0;
const bins = (sums: Sums, name: string): readonly number[] => sums.bins[name] ?? [];
const percent = (share: number) => 100 * share;

const high = (value: number): number => value;
const low = (value: number): number => -value;
const farFrom = (usual: number | undefined, value: number): number =>
  usual ? Math.abs(Math.log(Math.max(value, Number.MIN_VALUE) / usual)) : value;

/** Share of `hits` in `of`, in percent, with the bound that speaks for the source. */
const share = (hits: string, of: string, bound: 'least' | 'most'): FactMethod => ({
  sample: count(of),
  value: (sums) => percent(wilson(at(sums, hits), at(sums, of))[bound === 'least' ? 0 : 1]),
  pools: bound === 'least' ? high : low,
});

const unpooled = ({ pools: _, ...method }: FactMethod): FactMethod => method;

/** The spread of a distribution over bins beyond what chance brings, over its mean. */
function variation(counts: readonly number[]): number {
  const mean = sum(counts) / counts.length;
  const variance = sum(counts.map((each) => (each - mean) ** 2)) / (counts.length - 1);
  return Math.sqrt(Math.max(0, variance - mean)) / mean;
}

/** Standard deviations of a bin by which the fullest of 60 even bins exceeds them by chance, about once in 25 times. */
const LUCK = 3;
/** Standard deviation of the logarithm of one time from click to install, so that few installs deviate less. */
const LOG_TIME_SPREAD = 1.5;

const apart = (name: string) => (sums: Sums, peers: Peers) => {
  const others = peers.bins[name];
  const own = bins(sums, name);
  return others && sum(own) > 0
    ? Math.max(0, divergence(shares(own), others) - expectedDivergence(own.length, sum(own)))
    : undefined;
};

/** Installs of a week before, and those whose person used the app on that day. */
export const weekReturnsOf = (sums: Sums): { cohort: number; returned: number } => ({
  cohort: bins(sums, 'stay_cohorts')[6] ?? 0,
  returned: bins(sums, 'stayed')[6] ?? 0,
});

const ctits = (sums: Sums) => sum(bins(sums, 'ctits'));
const ctitDistance = (sums: Sums, peers: Peers) =>
  peers.bins.ctits ? ksDistance(shares(bins(sums, 'ctits')), peers.bins.ctits) : undefined;

/** How each fact is made from what was counted. Windows, families and minimum samples stand in the registry. */
export const FACT_METHODS: Readonly<Record<SourceFactName, FactMethod>> = {
  source_addresses: {
    sample: count('located'),
    value: (sums) => percent(at(sums, 'addresses') / at(sums, 'located')),
    usual: [60, 100],
  },
  source_address_share: {
    sample: count('located'),
    value: (sums) => at(sums, 'address_squares') / at(sums, 'located') ** 2,
    usual: [0, 0.02],
  },
  source_agent_entropy: {
    sample: count('agent_events'),
    value: (sums) => {
      const [events, agents] = [at(sums, 'agent_events'), at(sums, 'agents')];
      if (agents < 2) return 0;
      return (Math.log(events) - at(sums, 'agent_weight') / events) / Math.log(agents);
    },
    usual: [0.5, 1],
  },
  source_repeats: {
    sample: count('events'),
    value: (sums) => at(sums, 'events') / Math.max(1, at(sums, 'moments')),
    usual: [1, 1.5],
    pools: high,
  },
  source_rapid_addresses: { ...unpooled(share('rapid_addresses', 'addresses', 'least')), usual: [0, 1] },
  source_heavy_bands: {
    sample: count('persons'),
    value: (sums, peers) => {
      const others = peers.bins.bands;
      if (!others) return undefined;
      const [persons, counts] = [at(sums, 'persons'), bins(sums, 'bands').slice(1)];
      return counts.filter((band, i) => isClearlyMore(band, persons, others[i + 1] ?? 0)).length;
    },
    pools: high,
  },
  source_old_clients: { ...share('old', 'dated', 'least'), usual: [0, 25] },
  source_hour_divergence: {
    sample: count('events'),
    value: (sums, peers) => nightsAgainst(bins(sums, 'hours'), peers.bins.hours),
    pools: high,
  },
  source_minute_peak: {
    sample: count('events'),
    value: (sums) => {
      const minutes = bins(sums, 'minutes');
      const mean = sum(minutes) / minutes.length;
      return Math.max(1, (Math.max(...minutes) - LUCK * Math.sqrt(mean)) / mean);
    },
    usual: [1, 1.5],
    pools: high,
  },
  source_hour_variation: {
    sample: count('events'),
    value: (sums) => variation(bins(sums, 'day_hours')),
    usual: [0.25, 100],
    pools: low,
  },
  source_conversion: { ...share('source_installs', 'source_clicks', 'most'), usual: [0.1, 100] },
  source_conversion_ratio: {
    sample: count('source_clicks'),
    value: (sums, { facts: { source_conversion: others } }) => {
      if (!others) return undefined;
      const [least, most] = wilson(at(sums, 'source_installs'), at(sums, 'source_clicks')).map(percent);
      if (least === undefined || most === undefined) return undefined;
      return most < others ? most / others : Math.max(1, least / others);
    },
    pools: (value) => farFrom(1, value),
  },
  source_early_installs: {
    sample: ctits,
    value: (sums) => percent(wilson(at(sums, 'ctit_hour'), ctits(sums))[1]),
    usual: [55, 100],
    pools: low,
  },
  source_ctit_distance: { sample: ctits, value: ctitDistance, pools: high },
  source_ctit_chance: {
    sample: ctits,
    value: (sums, peers) => {
      const distance = ctitDistance(sums, peers);
      return distance === undefined ? undefined : ksChance(distance, ctits(sums));
    },
    pools: low,
    chance: true,
  },
  source_ctit_deviation: {
    sample: ctits,
    value: (sums, { ctit }) =>
      ctit &&
      (at(sums, 'ctit_log') / ctits(sums) - ctit.mean) /
        Math.hypot(ctit.deviation, LOG_TIME_SPREAD / Math.sqrt(ctits(sums))),
    pools: Math.abs,
  },
  source_ctit_peak: {
    sample: ctits,
    value: (sums) => percent(wilson(Math.max(0, ...Object.values(sums.maps.peaks ?? {})), ctits(sums))[0]),
    usual: [0, 5],
    pools: high,
  },
  source_model_divergence: {
    sample: (sums) => sum(bins(sums, 'models')),
    value: apart('models'),
    pools: high,
  },
  source_alike_devices: {
    sample: count('alike_devices'),
    value: (sums) => at(sums, 'alike_devices') / Math.max(1, at(sums, 'alike_groups')),
    usual: [0, 1.5],
    pools: high,
  },
  source_bad_ids: { ...share('bad_ids', 'ids', 'least'), usual: [0, 30] },
  source_return_ratio: {
    sample: count('cohort'),
    value: (sums, { returns }) => (returns ? at(sums, 'returned') / at(sums, 'cohort') / returns : undefined),
    pools: low,
  },
  source_return_chance: {
    sample: count('cohort'),
    value: (sums, { returns }) =>
      returns ? lowShareChance(at(sums, 'returned'), at(sums, 'cohort'), returns) : undefined,
    pools: low,
    chance: true,
  },
  source_week_return_ratio: {
    sample: (sums) => weekReturnsOf(sums).cohort,
    value: (sums, { weekReturns }) => {
      const { cohort, returned } = weekReturnsOf(sums);
      return weekReturns ? returned / cohort / weekReturns : undefined;
    },
    pools: low,
  },
  source_week_return_chance: {
    sample: (sums) => weekReturnsOf(sums).cohort,
    value: (sums, { weekReturns }) => {
      const { cohort, returned } = weekReturnsOf(sums);
      return weekReturns ? lowShareChance(returned, cohort, weekReturns) : undefined;
    },
    pools: low,
    chance: true,
  },
  source_stay_break: {
    sample: (sums) => bins(sums, 'stay_cohorts')[0] ?? 0,
    value: (sums, { stays }) => stays && stayBreak(sums, stays),
    pools: low,
  },
  source_payer_ratio: {
    sample: cohortOf,
    value: (sums, { payers }) => payers && payerRatio(sums, payers),
  },
  source_click_rate: {
    sample: count('events'),
    value: (sums) => percent(at(sums, 'source_clicks') / at(sums, 'events')),
    usual: [0.02, 5],
    pools: (value, { facts }) => farFrom(facts.source_click_rate, value),
  },
  source_fast_events: { ...share('fast', 'timed', 'least'), usual: [0, 5] },
  source_completions: { ...share('completes', 'starts', 'most'), usual: [15, 100] },
  source_abroad: { ...share('abroad', 'placed', 'least'), usual: [0, 3] },
  source_alike_neighbours: {
    sample: count('block_mates'),
    value: (sums, { bins: { models } }) => models && neighbours(sums, models),
    pools: high,
  },
  source_revenue_times: {
    sample: count('paid'),
    value: (sums, { amounts }) => amounts && largestMultiple(sums.maps.amounts ?? {}, amounts),
  },
  source_rich_bands: {
    sample: count('payers'),
    value: (sums, { spending }) => spending && richBands(sums, spending),
    pools: high,
  },
  source_click_delay_share: {
    sample: (sums) => sum(bins(sums, 'click_delays')),
    value: (sums) => fullestDelay(bins(sums, 'click_delays')),
    usual: [0, 50],
    pools: high,
  },
  source_video_errors: { ...share('errors', 'requests', 'least'), usual: [0, 10] },
};

/** The value of a fact, or undefined below its minimum sample. */
export function measuredValue(name: SourceFactName, sums: Sums, peers: Peers): Valued | undefined {
  const { sample, value } = FACT_METHODS[name];
  const size = sample(sums);
  if (size < SOURCE_FACTS[name].minimum) return undefined;
  const found = value(sums, peers);
  return found === undefined || !Number.isFinite(found) ? undefined : { value: found, sample: size };
}
