import { SOURCE_FACTS, type SourceFactName } from '#traffic/event/contract/source-facts.ts';
import { fullestSpan } from './click-delays.ts';
import {
  at,
  bins,
  count,
  type FactMethod,
  farFrom,
  high,
  low,
  type Peers,
  percent,
  share,
  unpooled,
} from './fact-method.ts';
import { INSTALL_METHODS } from './install-methods.ts';
import { nightsAgainst } from './nights.ts';
import type { Sums, Valued } from './source-unit.ts';
import { isClearlyMore, sum, wilson } from './statistics.ts';

/** The spread of a distribution over bins beyond what chance brings, over its mean. */
function variation(counts: readonly number[]): number {
  const mean = sum(counts) / counts.length;
  const variance = sum(counts.map((each) => (each - mean) ** 2)) / (counts.length - 1);
  return Math.sqrt(Math.max(0, variance - mean)) / mean;
}

/** A share against that of others, in percent, with the bound that speaks for the source. */
const against = (others: number, [least, most]: readonly [least: number, most: number]): number =>
  percent(most) < others ? percent(most) / others : Math.max(1, percent(least) / others);

/**
 * Standard deviations of a bin by which the fullest of 60 even bins exceeds them by chance, about once in 25 times; an
 * hour that counts with the root of its events varies less than its mean.
 */
const LUCK = 3;
/** How each fact is made from what was counted. Windows, families and minimum samples stand in the registry. */
export const FACT_METHODS: Readonly<Record<SourceFactName, FactMethod>> = {
  ...INSTALL_METHODS,
  source_addresses: {
    reads: ['located', 'addresses'],
    sample: count('located'),
    value: (sums) => percent(at(sums, 'addresses') / at(sums, 'located')),
    usual: [60, 100],
  },
  source_address_share: {
    reads: ['located', 'address_squares'],
    sample: count('located'),
    value: (sums) => at(sums, 'address_squares') / at(sums, 'located') ** 2,
    usual: [0, 0.02],
  },
  source_agent_entropy: {
    reads: ['agent_events', 'agents', 'agent_weight'],
    sample: count('agent_events'),
    value: (sums) => {
      const [events, agents] = [at(sums, 'agent_events'), at(sums, 'agents')];
      if (agents < 2) return 0;
      return (Math.log(events) - at(sums, 'agent_weight') / events) / Math.log(agents);
    },
    usual: [0.5, 1],
  },
  source_repeats: {
    reads: ['events', 'moments'],
    sample: count('events'),
    value: (sums) => at(sums, 'events') / Math.max(1, at(sums, 'moments')),
    usual: [1, 1.5],
    pools: high,
  },
  source_rapid_addresses: { ...unpooled(share('rapid_addresses', 'addresses', 'least')), usual: [0, 1] },
  source_heavy_bands: {
    reads: ['persons', 'bands'],
    compares: 'bands',
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
    reads: ['events', 'hours'],
    compares: 'hours',
    sample: count('events'),
    value: (sums, peers) => nightsAgainst(bins(sums, 'hours'), peers.bins.hours),
    pools: high,
  },
  source_minute_peak: {
    reads: ['events', 'minutes'],
    sample: count('events'),
    value: (sums) => {
      const minutes = bins(sums, 'minutes').map((hundredths) => hundredths / 100);
      const mean = sum(minutes) / minutes.length;
      return Math.max(1, (Math.max(...minutes) - LUCK * Math.sqrt(mean)) / mean);
    },
    usual: [1, 1.5],
    pools: high,
  },
  source_hour_variation: {
    reads: ['events', 'day_hours'],
    sample: count('events'),
    value: (sums) => variation(bins(sums, 'day_hours')),
    usual: [0.25, 100],
    pools: low,
  },
  source_conversion: {
    ...share('source_installs', 'source_clicks', 'most'),
    usual: [0.1, 100],
    onlyWith: 'source_installs',
    carriedBy: ['install'],
  },
  source_conversion_ratio: {
    onlyWith: 'source_installs',
    carriedBy: ['install'],
    reads: ['source_clicks', 'source_installs'],
    sample: count('source_clicks'),
    value: (sums, { facts: { source_conversion: others } }) => {
      if (!others) return undefined;
      return against(others, wilson(at(sums, 'source_installs'), at(sums, 'source_clicks')));
    },
    pools: (value) => farFrom(1, value),
  },
  source_soon_ratio: {
    onlyWith: 'source_soon',
    carriedBy: ['install'],
    reads: ['source_clicks', 'source_soon'],
    sample: count('source_clicks'),
    value: (sums, { soon: others }) =>
      others ? against(percent(others), wilson(at(sums, 'source_soon'), at(sums, 'source_clicks'))) : undefined,
    pools: (value) => farFrom(1, value),
  },
  source_click_rate: {
    onlyWith: 'source_clicks',
    carriedBy: ['click'],
    reads: ['events', 'source_clicks'],
    sample: count('events'),
    value: (sums) => percent(at(sums, 'source_clicks') / at(sums, 'events')),
    usual: [0.02, 5],
    pools: (value, { facts }) => farFrom(facts.source_click_rate, value),
  },
  source_completions: { ...share('completes', 'starts', 'most'), usual: [15, 100] },
  source_abroad: { ...share('abroad', 'placed', 'least'), usual: [0, 3] },
  source_signs: { ...share('signed', 'events', 'least'), usual: [0, 10] },
  source_marked: { ...share('marked', 'events', 'least'), usual: [0, 40] },
  source_hosted: { ...share('hosted', 'located', 'least'), usual: [0, 25] },
  source_click_delay_share: {
    carriedBy: ['impression', 'visit'],
    reads: ['click_delays'],
    sample: (sums) => sum(bins(sums, 'click_delays')),
    value: (sums) => fullestSpan(bins(sums, 'click_delays')).share,
    usual: [0, 50],
    pools: high,
  },
  source_click_delay_times: {
    carriedBy: ['impression'],
    reads: ['click_delays'],
    sample: (sums) => sum(bins(sums, 'click_delays')),
    value: (sums) => fullestSpan(bins(sums, 'click_delays')).from,
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
