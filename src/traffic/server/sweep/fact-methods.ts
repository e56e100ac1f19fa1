import { SOURCE_FACTS, type SourceFactName } from '#traffic/contract/source-facts.ts';
import type { Sums, Valued } from './source-unit.ts';
import {
  divergence,
  expectedDivergence,
  ksChance,
  ksDistance,
  lowShareChance,
  shares,
  sum,
  wilson,
} from './statistics.ts';

/** What others show: the counts by bin as shares, values of facts, moments of the times to install. */
export interface Peers {
  bins: Readonly<Record<string, readonly number[] | undefined>>;
  facts: Readonly<Partial<Record<SourceFactName, number>>>;
  /** Mean and spread of the publishers' mean logarithms of click-to-install times. */
  ctit?: { mean: number; deviation: number } | undefined;
  /** Share of persons who came back on the next day. */
  returns?: number | undefined;
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
  /** Sources may be put together: counts of different addresses or agents must not be added. */
  pools: boolean;
  /** Values are probabilities, corrected over the sources of a day. */
  chance?: true;
}

const count = (name: string) => (sums: Sums) => sums.numbers[name] ?? 0;
const at = (sums: Sums, name: string) => sums.numbers[name] ?? 0;
const bins = (sums: Sums, name: string): readonly number[] => sums.bins[name] ?? [];
const percent = (share: number) => 100 * share;

/** Share of `hits` in `of`, in percent, with the bound that speaks for the source. */
const share = (hits: string, of: string, bound: 'least' | 'most', pools = true): FactMethod => ({
  sample: count(of),
  value: (sums) => percent(wilson(at(sums, hits), at(sums, of))[bound === 'least' ? 0 : 1]),
  pools,
});

/** The spread of a distribution over bins beyond what chance brings, over its mean. */
function variation(counts: readonly number[]): number {
  const mean = sum(counts) / counts.length;
  const variance = sum(counts.map((each) => (each - mean) ** 2)) / (counts.length - 1);
  return Math.sqrt(Math.max(0, variance - mean)) / mean;
}

/** Standard deviations of a bin by which the fullest of 60 even bins exceeds them by chance, about once in 25 times. */
const LUCK = 3;
/** Bands of fewer persons than this share are a matter of chance. */
const SMALLEST_BAND = 0.005;
const CLEARLY_MORE = 2;

/** Standard deviation of the logarithm of one time from click to install, so that few installs deviate less. */
const LOG_TIME_SPREAD = 1.5;

const apart = (name: string) => (sums: Sums, peers: Peers) => {
  const others = peers.bins[name];
  const own = bins(sums, name);
  return others && sum(own) > 0
    ? Math.max(0, divergence(shares(own), others) - expectedDivergence(own.length, sum(own)))
    : undefined;
};
/** Hours of the night, from midnight on. */
const NIGHT = 5;

/** Night against day: nothing while the nights hold no more than those of others, whatever the days are like. */
function nights(sums: Sums, peers: Peers): number | undefined {
  const others = peers.bins.hours;
  const own = bins(sums, 'hours');
  if (!others || sum(own) === 0) return undefined;
  const [night, usual] = [sum(own.slice(0, NIGHT)), sum(others.slice(0, NIGHT))];
  if (wilson(night, sum(own))[0] <= usual) return 0;
  const share = night / sum(own);
  return Math.max(0, divergence([share, 1 - share], [usual, 1 - usual]) - expectedDivergence(2, sum(own)));
}

const ctits = (sums: Sums) => sum(bins(sums, 'ctits'));
const ctitDistance = (sums: Sums, peers: Peers) =>
  peers.bins.ctits ? ksDistance(shares(bins(sums, 'ctits')), peers.bins.ctits) : undefined;

/** How each fact is made from what was counted. Windows, families and minimum samples stand in the registry. */
export const FACT_METHODS: Readonly<Record<SourceFactName, FactMethod>> = {
  source_addresses: {
    sample: count('located'),
    value: (sums) => percent(at(sums, 'addresses') / at(sums, 'located')),
    usual: [60, 100],
    pools: false,
  },
  source_address_share: {
    sample: count('located'),
    value: (sums) => at(sums, 'address_squares') / at(sums, 'located') ** 2,
    usual: [0, 0.02],
    pools: false,
  },
  source_agent_entropy: {
    sample: count('agent_events'),
    value: (sums) => {
      const [events, agents] = [at(sums, 'agent_events'), at(sums, 'agents')];
      if (agents < 2) return 0;
      return (Math.log(events) - at(sums, 'agent_weight') / events) / Math.log(agents);
    },
    usual: [0.5, 1],
    pools: false,
  },
  source_repeats: {
    sample: count('events'),
    value: (sums) => at(sums, 'events') / Math.max(1, at(sums, 'moments')),
    usual: [1, 1.5],
    pools: true,
  },
  source_rapid_addresses: { ...share('rapid_addresses', 'addresses', 'least', false), usual: [0, 1] },
  source_heavy_bands: {
    sample: count('persons'),
    value: (sums, peers) => {
      const others = peers.bins.bands;
      if (!others) return undefined;
      const [persons, counts] = [at(sums, 'persons'), bins(sums, 'bands').slice(1)];
      return counts.filter(
        (band, i) => wilson(band, persons)[0] > CLEARLY_MORE * Math.max(SMALLEST_BAND, others[i + 1] ?? 0),
      ).length;
    },
    pools: true,
  },
  source_old_clients: { ...share('old', 'dated', 'least'), usual: [0, 25] },
  source_hour_divergence: { sample: count('events'), value: nights, pools: true },
  source_minute_peak: {
    sample: count('events'),
    value: (sums) => {
      const minutes = bins(sums, 'minutes');
      const mean = sum(minutes) / minutes.length;
      return Math.max(1, (Math.max(...minutes) - LUCK * Math.sqrt(mean)) / mean);
    },
    usual: [1, 1.5],
    pools: true,
  },
  source_hour_variation: {
    sample: count('events'),
    value: (sums) => variation(bins(sums, 'day_hours')),
    usual: [0.25, 100],
    pools: true,
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
    pools: true,
  },
  source_early_installs: {
    sample: ctits,
    value: (sums) => percent(wilson(at(sums, 'ctit_hour'), ctits(sums))[1]),
    usual: [55, 100],
    pools: true,
  },
  source_ctit_distance: { sample: ctits, value: ctitDistance, pools: true },
  source_ctit_chance: {
    sample: ctits,
    value: (sums, peers) => {
      const distance = ctitDistance(sums, peers);
      return distance === undefined ? undefined : ksChance(distance, ctits(sums));
    },
    pools: true,
    chance: true,
  },
  source_ctit_deviation: {
    sample: ctits,
    value: (sums, { ctit }) =>
      ctit &&
      (at(sums, 'ctit_log') / ctits(sums) - ctit.mean) /
        Math.hypot(ctit.deviation, LOG_TIME_SPREAD / Math.sqrt(ctits(sums))),
    pools: true,
  },
  source_ctit_peak: {
    sample: ctits,
    value: (sums) => percent(wilson(Math.max(0, ...Object.values(sums.peaks)), ctits(sums))[0]),
    usual: [0, 5],
    pools: true,
  },
  source_model_divergence: {
    sample: (sums) => sum(bins(sums, 'models')),
    value: apart('models'),
    pools: true,
  },
  source_alike_devices: {
    sample: count('alike_devices'),
    value: (sums) => at(sums, 'alike_devices') / Math.max(1, at(sums, 'alike_groups')),
    usual: [0, 1.5],
    pools: true,
  },
  source_bad_ids: { ...share('bad_ids', 'ids', 'least'), usual: [0, 30] },
  source_return_ratio: {
    sample: count('cohort'),
    value: (sums, { returns }) => (returns ? at(sums, 'returned') / at(sums, 'cohort') / returns : undefined),
    pools: true,
  },
  source_return_chance: {
    sample: count('cohort'),
    value: (sums, { returns }) =>
      returns ? lowShareChance(at(sums, 'returned'), at(sums, 'cohort'), returns) : undefined,
    pools: true,
    chance: true,
  },
  source_click_rate: {
    sample: count('events'),
    value: (sums) => percent(at(sums, 'source_clicks') / at(sums, 'events')),
    usual: [0.02, 5],
    pools: true,
  },
  source_fast_events: { ...share('fast', 'timed', 'least'), usual: [0, 5] },
  source_completions: { ...share('completes', 'starts', 'most'), usual: [15, 100] },
  source_abroad: { ...share('abroad', 'placed', 'least'), usual: [0, 3] },
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
