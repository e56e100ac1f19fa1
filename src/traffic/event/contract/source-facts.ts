import { INSTALL_FACTS } from './install-facts.ts';
import { fact, SHAPE, SINGLE, type SourceFact } from './source-fact.ts';

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
    'Variety of user agents',
    'Entropy of the user agents (devices where none is reported) over its largest possible value: near 0 when nearly all are the same',
    ['ratio', 'day', 'events', 100],
    SHAPE,
    ['user_agent', 'device_model'],
    'FDMA 2012, winning teams',
  ),
  source_repeats: fact(
    'Repeats within a minute',
    'Events per minute, address, user agent and campaign on the day; 1 when nothing repeats',
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
    'Busier nights than others (0 to 1)',
    'Jensen-Shannon divergence of night against day from those of others, the night going by the two calmest of the hours from 0 to 5 h, local to the country; 0 unless the nights hold more',
    ['ratio', 'week', 'events', 500],
    SHAPE,
    [],
    'FDMA 2012, night features; rtbcat/catscan',
    'within',
  ),
  source_minute_peak: fact(
    'Fullest minute of the hour',
    'Events in the fullest minute of the hour over those of an even hour, less what chance would bring; each hour counts with the root of its events and for three at most, so that a burst is no beat',
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
    'Installs over clicks of the source in three weeks, at most',
    ['percent', 'weeks', 'clicks', 500],
    ['click', 'install'],
    [],
    'Adjust; Branch; Opticks',
  ),
  source_conversion_ratio: fact(
    'Installs per click against others',
    'Installs over clicks, over those of others, with the bound that speaks for the source: 0.1 means ten times the clicks for the same installs',
    ['ratio', 'weeks', 'clicks', 100],
    ['click', 'install'],
    [],
    'Branch (ten times the clicks for the same conversions); Opticks',
    'within',
  ),
  source_soon_ratio: fact(
    'Soon installs per click against others',
    'Installs within an hour of their click over clicks, over those of others, with the bound that speaks for the source: at most about so many of the clicks are of people who came to install',
    ['ratio', 'weeks', 'clicks', 100],
    ['click', 'install'],
    ['click_time', 'install_time'],
    'AppsFlyer (75 % in the first hour); Branch (clicks for the same conversions); the two in one are ours',
    'within',
  ),
  ...INSTALL_FACTS,
  source_click_rate: fact(
    'Clicks per 100 impressions',
    'Clicks over impressions of the source in seven days',
    ['percent', 'week', 'impressions', 1_000],
    ['impression', 'click'],
    [],
    'rtbcat/catscan',
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
  source_click_delay_share: fact(
    'Clicks at one delay',
    'Share of clicks whose time since their impression lies in the fullest span from some second to twice as many, at least',
    ['percent', 'week', 'clicks', 100],
    ['click', 'impression', 'visit'],
    ['impression_time'],
    'As with times from click to install that repeat; own',
  ),
  source_click_delay_times: fact(
    'Click delay over the usual one (times)',
    'Time of the click since its impression over the second at which the fullest span of the source begins, from 1 to 2 within it; of a source that second',
    ['ratio', 'week', 'clicks', 100],
    ['click', 'impression'],
    ['impression_time'],
    'As with times from click to install that repeat; own',
    'within',
  ),
  source_abroad: fact(
    'Addresses abroad',
    'Share of addresses, day by day, that lie in another country than declared, at least; those aside by which people of three publishers or more leave on the day',
    ['percent', 'week', 'addresses', 100],
    SHAPE,
    ['ip', 'declared_country'],
    'jampp 2016; Spider AF',
  ),
  source_hosted: fact(
    'Addresses of hosting networks',
    'Share of events whose address belongs to a hosting network, verified crawlers aside, at least',
    ['percent', 'week', 'events', 30],
    SHAPE,
    ['ip'],
    'MRC IVT addendum; DoubleVerify and Pixalate (data-centre share of a source)',
  ),
  source_signs: fact(
    'Events with signs of their own',
    'Share of events that have a sign of their own (another domain than declared, clicks too soon or too often, ever new device ids, another source in the store, stacked ads, impossible video events), at least',
    ['percent', 'week', 'events', 30],
    SHAPE,
    [],
    'MRC IVT addendum (corroboration by the pattern of a source)',
  ),
  source_marked: fact(
    'Events with any sign, even a weak one',
    'Share of events that have a sign of their own or one that says little alone (clicks in one name on several days, phones like others of their address block, several browsers of an address), at least',
    ['percent', 'week', 'events', 30],
    SHAPE,
    [],
    'Own: where most events show what its program does, those that do not are its people',
  ),
} as const satisfies Record<string, SourceFact>;

export type SourceFactName = keyof typeof SOURCE_FACTS;

const isSourceFact = (name: string): name is SourceFactName => Object.hasOwn(SOURCE_FACTS, name);

/** In the order of the columns; the order is also that of the facts in a row that is being judged. */
export const SOURCE_FACT_NAMES: readonly SourceFactName[] = Object.keys(SOURCE_FACTS).filter(isSourceFact);
