import type { INSTALL_FACTS } from '#traffic/event/contract/install-facts.ts';
import {
  at,
  bins,
  count,
  type DistributionName,
  type FactMethod,
  high,
  low,
  type Peers,
  percent,
  share,
} from './fact-method.ts';
import { commonestGoal, goalTimes } from './goal-times.ts';
import { neighbours } from './neighbours.ts';
import type { Sums } from './source-unit.ts';
import { richBands } from './spending.ts';
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
import { stayBreak } from './stays.ts';
import { largestMultiple } from './usual-amounts.ts';
import { cohortOf, payerRatio } from './usual-payers.ts';

/** A version that under one install in a thousand of others has is theirs by chance, by a test phone for one. */
const SELDOM = 0.001;
/** Standard deviation of the logarithm of one time from click to install, so that few installs deviate less. */
const LOG_TIME_SPREAD = 1.5;

const apart = (name: DistributionName) => (sums: Sums, peers: Peers) => {
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

/** How facts about installs and about what their persons do afterwards are made. */
export const INSTALL_METHODS: Readonly<Record<keyof typeof INSTALL_FACTS, FactMethod>> = {
  source_early_installs: {
    reads: ['ctits', 'ctit_hour'],
    sample: ctits,
    value: (sums) => percent(wilson(at(sums, 'ctit_hour'), ctits(sums))[1]),
    usual: [55, 100],
    pools: low,
    carriedBy: ['click'],
  },
  source_ctit_distance: {
    reads: ['ctits'],
    compares: 'ctits',
    sample: ctits,
    value: ctitDistance,
    pools: high,
  },
  source_ctit_chance: {
    reads: ['ctits'],
    compares: 'ctits',
    sample: ctits,
    value: (sums, peers) => {
      const distance = ctitDistance(sums, peers);
      return distance === undefined ? undefined : ksChance(distance, ctits(sums));
    },
    pools: low,
    chance: true,
  },
  source_ctit_deviation: {
    reads: ['ctits', 'ctit_log'],
    sample: ctits,
    value: (sums, { ctit }) =>
      ctit &&
      (at(sums, 'ctit_log') / ctits(sums) - ctit.mean) /
        Math.hypot(ctit.deviation, LOG_TIME_SPREAD / Math.sqrt(ctits(sums))),
    pools: Math.abs,
  },
  source_ctit_peak: {
    reads: ['ctits', 'peaks'],
    sample: ctits,
    value: (sums) => percent(wilson(Math.max(0, ...Object.values(sums.maps.peaks ?? {})), ctits(sums))[0]),
    usual: [0, 5],
    pools: high,
  },
  source_model_divergence: {
    reads: ['models'],
    compares: 'models',
    sample: (sums) => sum(bins(sums, 'models')),
    value: apart('models'),
    pools: high,
  },
  source_unseen_versions: {
    reads: ['versions'],
    compares: 'versions',
    sample: (sums) => sum(bins(sums, 'versions')),
    value: (sums, { bins: { versions: others } }) => {
      if (!others) return undefined;
      const own = bins(sums, 'versions');
      const unseen = own.filter((_, bin) => (others[bin] ?? 0) < SELDOM);
      return percent(wilson(sum(unseen), sum(own))[0]);
    },
    pools: high,
  },
  source_skipped_steps: { ...share('skipped', 'purchases', 'least'), usual: [0, 5] },
  source_alike_devices: {
    reads: ['alike_devices', 'alike_groups'],
    sample: count('alike_devices'),
    value: (sums) => at(sums, 'alike_devices') / Math.max(1, at(sums, 'alike_groups')),
    usual: [0, 1.5],
    pools: high,
  },
  source_bad_ids: { ...share('bad_ids', 'ids', 'least'), usual: [0, 30] },
  source_return_ratio: {
    carriedBy: ['click'],
    reads: ['cohort', 'returned'],
    sample: count('cohort'),
    value: (sums, { returns }) => (returns ? at(sums, 'returned') / at(sums, 'cohort') / returns : undefined),
    pools: low,
  },
  source_return_chance: {
    carriedBy: ['click'],
    reads: ['cohort', 'returned'],
    sample: count('cohort'),
    value: (sums, { returns }) =>
      returns ? lowShareChance(at(sums, 'returned'), at(sums, 'cohort'), returns) : undefined,
    pools: low,
    chance: true,
  },
  source_week_return_ratio: {
    carriedBy: ['click'],
    reads: ['stay_cohorts', 'stayed'],
    sample: (sums) => weekReturnsOf(sums).cohort,
    value: (sums, { weekReturns }) => {
      const { cohort, returned } = weekReturnsOf(sums);
      return weekReturns ? returned / cohort / weekReturns : undefined;
    },
    pools: low,
  },
  source_week_return_chance: {
    carriedBy: ['click'],
    reads: ['stay_cohorts', 'stayed'],
    sample: (sums) => weekReturnsOf(sums).cohort,
    value: (sums, { weekReturns }) => {
      const { cohort, returned } = weekReturnsOf(sums);
      return weekReturns ? lowShareChance(returned, cohort, weekReturns) : undefined;
    },
    pools: low,
    chance: true,
  },
  source_stay_break: {
    carriedBy: ['click'],
    reads: ['stay_cohorts', 'stayed'],
    sample: (sums) => bins(sums, 'stay_cohorts')[0] ?? 0,
    value: (sums, { stays }) => stays && stayBreak(sums, stays),
    pools: low,
  },
  source_payer_ratio: {
    carriedBy: ['event'],
    reads: ['cohort_countries', 'payer_countries'],
    sample: cohortOf,
    value: (sums, { payers }) => payers && payerRatio(sums, payers),
  },
  source_fast_events: { ...share('fast', 'timed', 'least'), usual: [0, 5] },
  source_goal_times: {
    carriedBy: ['install'],
    reads: ['event_times', 'source_installs'],
    sample: commonestGoal,
    value: (sums, { reach }) => reach && goalTimes(sums, reach),
  },
  source_alike_neighbours: {
    reads: ['block_mates', 'block_pairs', 'model_pairs'],
    compares: 'models',
    sample: count('block_mates'),
    value: (sums, { bins: { models } }) => models && neighbours(sums, models),
    pools: high,
  },
  source_revenue_times: {
    reads: ['paid', 'amounts'],
    sample: count('paid'),
    value: (sums, { amounts }) => amounts && largestMultiple(sums.maps.amounts ?? {}, amounts),
  },
  source_rich_bands: {
    reads: ['events', 'payers', 'spenders'],
    sample: count('payers'),
    value: (sums, { spending }) => spending && richBands(sums, spending),
    pools: high,
  },
};
