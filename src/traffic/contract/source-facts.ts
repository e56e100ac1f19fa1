import type { EventKind } from './event.ts';

/** Kinds of events that are counted together: what a source does with each of them is another matter. */
export const SOURCE_FAMILIES = {
  impression: ['impression'],
  click: ['click', 're_click', 'click_impression'],
  install: ['install'],
  event: ['app_event', 're_event', 'web_event'],
  video: ['vast_request', 'vast_tracking'],
  visit: ['visit'],
} as const satisfies Record<string, readonly EventKind[]>;

export type SourceFamily = keyof typeof SOURCE_FAMILIES;

const SAMPLES = ['events', 'addresses', 'installs', 'clicks', 'impressions', 'persons', 'starts', 'requests'] as const;

export interface SourceFact {
  label: string;
  description: string;
  unit: 'percent' | 'events' | 'ratio';
  /** Families whose events carry it; each is counted for itself. */
  families: readonly SourceFamily[];
  /** The day of the event, or the fuller of the seven days that end with it and those that begin with it (UTC). */
  window: 'day' | 'week';
  /** What the sample is counted in. */
  sample: (typeof SAMPLES)[number];
  /** Below this sample the fact is unknown and every rule on it abstains. */
  minimum: number;
  /** Raw columns without which it is unknown. */
  from: readonly string[];
  /** Where the method comes from. */
  source: string;
  /** `peers`: what others have stands beside it; `within`: the value is a comparison with others already. */
  baseline: 'peers' | 'within';
}

/** Each event has a person behind it whose address and device say something. */
const SINGLE = ['impression', 'click', 'install', 'video'] as const;
/** Pages of one visitor come from one address with one agent. */
const SHAPE = [...SINGLE, 'visit'] as const;

const fact = (
  label: string,
  description: string,
  [unit, window, sample, minimum]: [SourceFact['unit'], SourceFact['window'], SourceFact['sample'], number],
  families: readonly SourceFamily[],
  from: readonly string[],
  source: string,
  baseline: SourceFact['baseline'] = 'peers',
): SourceFact => ({ label, description, unit, families, window, sample, minimum, from, source, baseline });

/**
 * Facts about the source of an event: its sub-publisher where that has enough events, else all sub-publishers of the
 * publisher together that have not. A share is written down with the bound of its 95 % interval that speaks for the
 * source, so that small numbers accuse nobody.
 */
export const SOURCE_FACTS = {
  source_addresses: fact(
    'Addresses per 100 events',
    'Different IP addresses per 100 events of the source on the day',
    ['percent', 'day', 'events', 100],
    SINGLE,
    ['ip'],
    'FDMA 2012, TeamMasdar',
  ),
  source_address_share: fact(
    'Concentration of addresses',
    'Sum of the squared shares of the addresses: 1 when one address makes all events, near 0 when each makes one',
    ['ratio', 'day', 'events', 100],
    SINGLE,
    ['ip'],
    'FDMA 2012, TeamMasdar; Herfindahl-Hirschman index',
  ),
  source_agent_entropy: fact(
    'Variety of agents',
    'Entropy of the user agents (devices where none is reported) over its largest possible value: near 0 when nearly all are the same',
    ['ratio', 'day', 'events', 100],
    SHAPE,
    ['user_agent', 'device_model'],
    'FDMA 2012, winning teams',
  ),
  source_repeats: fact(
    'Repeats within a minute',
    'Events per minute, address, agent and campaign on the day; 1 when nothing repeats',
    ['ratio', 'day', 'events', 100],
    ['click', 'impression'],
    ['ip', 'user_agent'],
    'FDMA 2012, first prize',
  ),
  source_rapid_addresses: fact(
    'Rapid addresses',
    'Share of addresses that clicked one campaign five times or more on the day, each time within 20 seconds, at least',
    ['percent', 'day', 'addresses', 100],
    ['click'],
    ['ip'],
    'FDMA 2012, Tea team',
  ),
  source_heavy_bands: fact(
    'Bands of heavy users',
    'Of four bands of clicks per person and day (2, 3 to 4, 5 to 8, more), those with clearly more persons than usual',
    ['events', 'day', 'persons', 100],
    ['click'],
    ['device_id', 'ip'],
    'Viceroi (Dave, Guha and Zhang 2013)',
    'within',
  ),
  source_old_clients: fact(
    'Old browsers and systems',
    'Share of events by a browser over 36 months old or a system out of support for over 24, at least',
    ['percent', 'day', 'events', 100],
    SHAPE,
    ['user_agent', 'declared_os_version'],
    'Integr8 default filters',
  ),
  source_hour_divergence: fact(
    'Unusual hours',
    'Jensen-Shannon divergence of night against day from those of others, the night going by the two calmest of the hours from 0 to 5 h, local to the country; 0 unless the nights hold more',
    ['ratio', 'week', 'events', 500],
    SHAPE,
    [],
    'FDMA 2012, night features; rtbcat/catscan',
    'within',
  ),
  source_minute_peak: fact(
    'Fullest minute of the hour',
    'Events in the fullest minute of the hour over those of an even hour, less what chance would bring',
    ['ratio', 'week', 'events', 200],
    SHAPE,
    [],
    'FDMA 2012, quarter-hour features; Pixalate (auto reloader)',
  ),
  source_hour_variation: fact(
    'Variation over the day',
    'Coefficient of variation of the events per hour of the day, less what chance would bring: people have days and nights',
    ['ratio', 'week', 'events', 1_000],
    SHAPE,
    [],
    'rtbcat/catscan',
  ),
  source_conversion: fact(
    'Installs per 100 clicks',
    'Installs over clicks of the source in seven days, at most',
    ['percent', 'week', 'clicks', 500],
    ['click', 'install'],
    [],
    'Adjust; Branch; Opticks',
  ),
  source_conversion_ratio: fact(
    'Installs per click against others',
    'Installs over clicks, over those of others, with the bound that speaks for the source: 0.1 means ten times the clicks for the same installs',
    ['ratio', 'week', 'clicks', 500],
    ['click', 'install'],
    [],
    'Branch (ten times the clicks for the same conversions); Opticks',
    'within',
  ),
  source_early_installs: fact(
    'Installs within an hour',
    'Share of installs within an hour of the click, at most',
    ['percent', 'week', 'installs', 50],
    ['install'],
    ['click_time', 'install_time'],
    'AppsFlyer (75 % in the first hour), Adjust (85 %), TalkingData measured (73 %)',
  ),
  source_ctit_distance: fact(
    'Distance of click-to-install times',
    'Largest gap between the distribution of click-to-install times and that of others (Kolmogorov-Smirnov): 0 the same, 1 nothing in common',
    ['ratio', 'week', 'installs', 50],
    ['install'],
    ['click_time', 'install_time'],
    '24metrics; Kolmogorov-Smirnov test',
    'within',
  ),
  source_ctit_chance: fact(
    'Chance of such times',
    'Probability of such a distance by chance, corrected for the number of sources of the day (Benjamini-Hochberg)',
    ['ratio', 'week', 'installs', 50],
    ['install'],
    ['click_time', 'install_time'],
    'Kolmogorov-Smirnov test; Benjamini and Hochberg 1995',
    'within',
  ),
  source_ctit_deviation: fact(
    'Mean time to install against others',
    'Deviation of the mean of the logarithm of click-to-install times from that of other publishers, in their standard deviations',
    ['ratio', 'week', 'installs', 30],
    ['install'],
    ['click_time', 'install_time'],
    'Kochava (MTTI outliers)',
    'within',
  ),
  source_ctit_peak: fact(
    'Installs on one second',
    'Share of installs with the commonest click-to-install time, to the second, at least',
    ['percent', 'week', 'installs', 50],
    ['install'],
    ['click_time', 'install_time'],
    'hitprobe glossary; own',
  ),
  source_model_divergence: fact(
    'Unusual device models',
    'Jensen-Shannon divergence of the mix of device models from that of others, less what chance would bring',
    ['ratio', 'week', 'installs', 50],
    ['install'],
    ['device_model'],
    'Kochava (device attribute outliers)',
    'within',
  ),
  source_alike_devices: fact(
    'Device ids per device',
    'Different device ids per address, model and system version among the installs of the day',
    ['ratio', 'day', 'installs', 50],
    ['install'],
    ['device_id', 'device_model', 'ip'],
    'AppsFlyer, device-id reset study 2017',
  ),
  source_bad_ids: fact(
    'Missing or broken device ids',
    'Share of installs with a missing, zero or malformed device id, at least',
    ['percent', 'week', 'installs', 50],
    ['install'],
    ['device_id'],
    'AppsFlyer; TrafficGuard reject codes',
  ),
  source_return_ratio: fact(
    'Returns the next day against others',
    'Share of installs whose person used the app on the next day, over that of others',
    ['ratio', 'week', 'installs', 100],
    ['install'],
    ['device_id'],
    'AppsFlyer; mFilterIt',
    'within',
  ),
  source_return_chance: fact(
    'Chance of so few returns',
    'Probability of so few returns by chance, corrected for the number of sources of the day (Benjamini-Hochberg)',
    ['ratio', 'week', 'installs', 100],
    ['install'],
    ['device_id'],
    'Two-proportion z-test; Benjamini and Hochberg 1995',
    'within',
  ),
  source_click_rate: fact(
    'Clicks per 100 impressions',
    'Clicks over impressions of the source in seven days',
    ['percent', 'week', 'impressions', 1_000],
    ['impression', 'click'],
    [],
    'rtbcat/catscan',
  ),
  source_fast_events: fact(
    'Events right after the install',
    'Share of app events within 10 seconds of the install, opening it left out, at least',
    ['percent', 'week', 'events', 100],
    ['event'],
    ['install_time'],
    'interceptd; own',
  ),
  source_completions: fact(
    'Videos watched to the end',
    'Completed videos over started ones in seven days, at most',
    ['percent', 'week', 'starts', 100],
    ['video'],
    ['event_name'],
    'rtbcat/catscan',
  ),
  source_video_errors: fact(
    'Video errors',
    'Errors over requests in the day, at least',
    ['percent', 'day', 'requests', 100],
    ['video'],
    ['event_name'],
    'rtbcat/catscan',
  ),
  source_abroad: fact(
    'Addresses abroad',
    'Share of events whose address lies in another country than declared, at least',
    ['percent', 'week', 'events', 100],
    SHAPE,
    ['ip', 'declared_country'],
    'jampp 2016; Spider AF',
  ),
  source_alike_neighbours: fact(
    'Alike phones side by side',
    'How often two phones that install from one address block (/24, IPv6 /48) on one day are the same model, at least, over how often two phones of others are',
    ['ratio', 'week', 'installs', 30],
    ['install'],
    ['ip', 'device_model', 'device_id'],
    'tekies MMP rule page (same /24 and model), as a share of the source; own',
    'within',
  ),
} as const satisfies Record<string, SourceFact>;

export type SourceFactName = keyof typeof SOURCE_FACTS;

const isSourceFact = (name: string): name is SourceFactName => Object.hasOwn(SOURCE_FACTS, name);

/** In the order of the columns; the order is also that of the facts in a row that is being judged. */
export const SOURCE_FACT_NAMES: readonly SourceFactName[] = Object.keys(SOURCE_FACTS).filter(isSourceFact);
