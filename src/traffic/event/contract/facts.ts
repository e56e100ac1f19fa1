import type { ColumnType } from './event.ts';
import { FACT_DIMENSIONS } from './fact-dimensions.ts';

export interface Fact {
  type: string;
  valueType: ColumnType;
  label: string;
  description: string;
  /** Unit of numbers as shown to people. */
  unit?: 'seconds' | 'months' | 'days' | 'events' | 'ids';
  /** Raw columns without which the fact is unknown; an import that lacks them all leaves the detectors on it blind. */
  from: readonly string[];
}

const word = (label: string, description: string, from: readonly string[]): Fact => ({
  type: 'LowCardinality(String)',
  valueType: 'string',
  label,
  description,
  from,
});
/** One that events are filtered and grouped by. */
const dimension = (name: keyof typeof FACT_DIMENSIONS, from: readonly string[]): Fact =>
  word(FACT_DIMENSIONS[name].label, FACT_DIMENSIONS[name].description, from);
const number = (
  label: string,
  description: string,
  unit: NonNullable<Fact['unit']>,
  from: readonly string[],
  type = 'Nullable(Int32)',
): Fact => ({ type, valueType: 'number', label, description, unit, from });

/** A plain number: a share in percent, an area. */
const plain = (label: string, description: string, from: readonly string[]): Fact => ({
  type: 'Nullable(Int32)',
  valueType: 'number',
  label,
  description,
  from,
});

/**
 * What every rule looks at. Facts are stored with the event, so a verdict can be explained and replayed; a missing fact
 * ('' or NULL) makes a condition false. Window facts count stored events by event time, never by order of arrival.
 */
export const FACTS = {
  ua_class: dimension('ua_class', ['user_agent']),
  ua_bot: dimension('ua_bot', ['user_agent']),
  ua_bot_match: word('Bot pattern', 'Pattern and list that matched the user agent', ['user_agent']),
  browser: dimension('browser', ['user_agent']),
  browser_version: dimension('browser_version', ['user_agent']),
  browser_age_months: number(
    'Browser age',
    'Months between the release of the browser version and the event',
    'months',
    ['user_agent'],
  ),
  os: dimension('os', ['user_agent', 'declared_os']),
  os_version: dimension('os_version', ['user_agent', 'declared_os_version']),
  os_unsupported_months: number(
    'OS out of support',
    'Months since support of the OS version ended, negative while supported',
    'months',
    ['user_agent', 'declared_os_version'],
  ),
  device_type: dimension('device_type', ['user_agent']),
  ip_class: dimension('ip_class', ['ip']),
  ip_list: word('Network list', 'List and entry that decided the class', ['ip']),
  ip_country: word('IP country', 'Country of the address (ISO 3166 alpha-2)', ['ip']),
  asn: {
    type: 'UInt32',
    valueType: 'number',
    label: 'AS number',
    description: 'Autonomous system of the address, 0 when unknown',
    from: ['ip'],
  },
  as_name: dimension('as_name', ['ip']),
  crawler_check: dimension('crawler_check', ['user_agent', 'ip']),
  device_id_class: dimension('device_id_class', ['device_id']),
  id_flaw: word(
    'Flaw of an id',
    'Why an id names no device or no click: a macro nobody filled in, one character again and again, or a form no device hands out; several are joined by "; "',
    ['device_id', 'click_id'],
  ),
  device_signs: word('Emulator signs', 'Sign of an emulator found in model, brand or user agent', [
    'device_model',
    'user_agent',
  ]),
  device_conflict: word(
    'Device conflict',
    'What cannot be true together: OS version never released, released after the event, brand against OS …; several are joined by "; "',
    ['device_model', 'declared_os', 'declared_os_version', 'user_agent'],
  ),
  ctit_seconds: number('Click to install', 'Seconds from click to install', 'seconds', ['click_time', 'install_time']),
  click_after_begin_seconds: number(
    'Click after install began',
    'Seconds from the store beginning the install to the click; positive means the click came later',
    'seconds',
    ['click_time', 'install_begin_time'],
  ),
  store_click_after_begin_seconds: number(
    'Click of the store after install began',
    'Seconds from the store beginning the install to the click it was opened by, both by the store; positive cannot be',
    'seconds',
    ['referrer_click_time', 'install_begin_time'],
  ),
  impression_to_click_seconds: number('Impression to click', 'Seconds from impression to click', 'seconds', [
    'impression_time',
    'click_time',
  ]),
  country_conflict: word('Country conflict', 'Where the country of the address is not the declared one: both codes', [
    'ip',
    'declared_country',
  ]),
  domain_conflict: word(
    'Domain conflict',
    'Domain of the page or referrer that is neither the declared one nor part of it',
    ['declared_domain'],
  ),
  referrer_conflict: word(
    'Referrer conflict',
    'Whom the store names where that is not the publisher: organic, or the source of its referrer',
    ['install_referrer'],
  ),
  order_break: word(
    'Broken order',
    'First of the times that contradict each other: install_before_click, open_before_begin, click_before_impression or event_before_install',
    ['click_time', 'impression_time', 'install_begin_time', 'install_time'],
  ),
  order_break_seconds: number('Broken order by', 'Seconds by which those times contradict each other', 'seconds', [
    'click_time',
    'impression_time',
    'install_begin_time',
    'install_time',
  ]),
  install_to_event_seconds: number('Install to event', 'Seconds from the reported install to this event', 'seconds', [
    'install_time',
  ]),
  viewable_after_seconds: number(
    'Viewable after',
    'Whole seconds from the impression to the report that it was viewable',
    'seconds',
    ['event_name', 'impression_time'],
  ),
  ad_area: plain('Ad area', 'Width times height of the ad in square pixels', ['ad_width', 'ad_height']),
  email_class: word('E-mail class', 'disposable or ordinary: does the domain hand out throw-away addresses', [
    'email_domain',
  ]),
  repeat_gap_seconds: number(
    'Gap to the previous',
    'Seconds since the same person did the same on the same campaign, without a device id on the same ad; NULL for the first',
    'seconds',
    ['device_id', 'ip'],
  ),
  clicks_1m: number(
    'Clicks in 1 minute',
    'Most clicks of the same person within one minute that this event lies in',
    'events',
    ['device_id', 'ip'],
  ),
  clicks_1h: number(
    'Clicks in 1 hour',
    'Most clicks of the same person within one hour that this event lies in',
    'events',
    ['device_id', 'ip'],
  ),
  clicks_24h: number(
    'Clicks in 24 hours',
    'Most clicks of the same person within 24 hours that this event lies in',
    'events',
    ['device_id', 'ip'],
  ),
  install_repeat_days: number(
    'Days since last install',
    'Whole days since the same device was last booked as a new install of this app',
    'days',
    ['device_id'],
  ),
  clicks_before_install: number(
    'Clicks before the install',
    'Clicks of the same person for the same publisher in the 24 hours before this install; unknown below 3',
    'events',
    ['device_id'],
  ),
  click_gap_cv_percent: plain(
    'Spread of click gaps',
    'Standard deviation of the gaps between those clicks in percent of their mean: near 0 is a machine',
    ['device_id'],
  ),
  idle_seconds: number(
    'Idle before',
    'Seconds the person had been away from the app before the click that brought them back, for these clicks and the re-engagements they claim',
    'seconds',
    ['device_id'],
  ),
  reclicks_24h: number(
    'Re-engagements in 24 hours',
    'Most re-engagement clicks of the same person within 24 hours that this click or re-engagement lies in; unknown for the only one',
    'events',
    ['device_id'],
  ),
  stacked_campaigns: number(
    'Campaigns at once',
    'Campaigns the same person was shown in the same placement within a second; unknown for a single one',
    'events',
    ['placement', 'campaign'],
  ),
  pace_mean_seconds: number(
    'Mean of the last gaps',
    'Mean of the last three to ten gaps between events of this kind of the same person in the same slot, of the first three for those they lie between; a visit has no slot',
    'seconds',
    ['device_id', 'ip'],
  ),
  pace_cv_percent: plain(
    'Spread of the last gaps',
    'Standard deviation of the last ten gaps in percent of their mean: near 0 is a machine',
    ['device_id', 'ip'],
  ),
  campaign_views_24h: number(
    'Views of the campaign in 24 hours',
    'Impressions or video requests of this campaign to the same person in the 24 hours up to this one; unknown for the only one',
    'events',
    ['device_id', 'ip', 'campaign'],
  ),
  video_conflict: word(
    'Video conflict',
    'What cannot be true of the events of one video, said of all of them: no start, steps in the wrong order, too fast even with one skip or seek, or one jump (shorter than the video, as after one skip); several are joined by "; "',
    ['event_name', 'click_id'],
  ),
  click_days_30d: number(
    'Days with clicks',
    'Days (UTC), of the 30 before and after this click, on which the same person clicked for the same source; unknown for a single one',
    'days',
    ['device_id', 'ip'],
  ),
  click_after_seconds: number(
    'Clicked after',
    'Whole seconds from this impression to the click of the same person for the same source that followed it before any other impression, within a minute',
    'seconds',
    ['device_id', 'ip'],
  ),
  steps_before_purchase: number(
    'Steps before the purchase',
    'Events of the person in the app up to this purchase that are no purchases themselves; unknown where no install of the person is stored',
    'events',
    ['device_id', 'event_name'],
  ),
  order_repeat: word(
    'Order booked before',
    'An earlier event of this name has the same order id: of the same_person or of another_person',
    ['order_id'],
  ),
  click_id_repeats: number('Click id seen before', 'Earlier clicks with the same click id', 'events', ['click_id']),
  click_id_installers: number(
    'People who claim the click',
    'Persons whose installs carry the click id of this one; unknown for a single one, and for more than 20, whom no click can have brought',
    'events',
    ['click_id'],
  ),
  device_models_7d: number(
    'Phones under one id',
    'Different models that events of this kind with the same device id name in the week around it; unknown for a single one',
    'events',
    ['device_id', 'device_model'],
  ),
  burst_publishers: number(
    'Publishers in the same burst',
    'Publishers that brought this kind of re-engagement at least five times as fast as they do in the mean of their day, within the same half hour as this one; unknown outside of a burst',
    'events',
    ['publisher'],
  ),
  click_device_conflict: word(
    'Device of the click',
    'What the click with the id of this install says about its device where that differs',
    ['click_id'],
  ),
  click_country_conflict: word(
    'Country of the click',
    'Country of the click with the id of this install and of the install where they differ',
    ['click_id'],
  ),
  block_installs_1h: number(
    'Alike installs nearby',
    'Most installs of the same device model and system from the same address block (/24, IPv6 /48) within one hour that this one lies in; unknown for the only one',
    'events',
    ['ip', 'device_model'],
  ),
  block_installs_7d: number(
    'Alike installs nearby in a week',
    'Most installs of the same device model and system from the same address block (/24, IPv6 /48) within 7 days that this one lies in; unknown for the only one',
    'events',
    ['ip', 'device_model'],
  ),
  address_agents_7d: number(
    'User agents of the address',
    'Different user agents without a sound device id that the publisher brought from this public address in the week around the event; unknown for a single one, for more than 20, which no home has, and where a third or more came to other publishers',
    'events',
    ['ip', 'user_agent'],
  ),
  address_ids_24h: number(
    'Device ids of one phone',
    'Most new device ids of installs with the same address, model, system and carrier within 24 hours that this one lies in; unknown for the only one',
    'ids',
    ['ip', 'device_model', 'device_id'],
  ),
  address_ids_percent: plain(
    'Share of the phone at its address',
    'Those ids in percent of all new device ids that the address brought in its fullest 24 hours: near 100 at a home, few in an office',
    ['ip', 'device_model', 'device_id'],
  ),
  hosted_persons_7d: number(
    'Persons on the server',
    'Different persons that the publisher brought from this address of a hosting network in the week around the event; unknown for a single one, and where a third or more of its persons came to other publishers',
    'events',
    ['ip'],
  ),
  seller_check: word(
    'Seller check',
    'Whether the ads.txt of the site, or the app-ads.txt of the app, names the seller at the exchange: direct, reseller, partner (by the ads.txt of one it shares its inventory with), system_listed (the exchange without an account), unauthorised; unknown_seller where the sellers.json of the exchange does not',
    ['declared_domain', 'system_domain'],
  ),
  origin_reason: word(
    'Reason of the install',
    'Primary reason of the fraudulent or suspect install this event belongs to, or this click led to',
    ['device_id'],
  ),
  origin_verdict: word(
    'Verdict of the install',
    'fraud or suspect: what the install was called that this event belongs to, or this click led to',
    ['device_id'],
  ),
} as const satisfies Record<string, Fact>;

export type FactName = keyof typeof FACTS;

/** Facts that depend on other events of the same person and are recomputed for the persons a late event touches. */
export const WINDOW_FACTS = [
  'repeat_gap_seconds',
  'clicks_1m',
  'clicks_1h',
  'clicks_24h',
  'install_repeat_days',
  'clicks_before_install',
  'click_gap_cv_percent',
  'idle_seconds',
  'reclicks_24h',
  'stacked_campaigns',
  'pace_mean_seconds',
  'pace_cv_percent',
  'campaign_views_24h',
  'video_conflict',
  'click_days_30d',
  'click_after_seconds',
  'steps_before_purchase',
  'origin_reason',
  'origin_verdict',
] as const satisfies readonly FactName[];

/** Facts that depend on events of others: the same order, click id, address. Computed after the commit of an import. */
export const LINK_FACTS = [
  'order_repeat',
  'click_id_repeats',
  'click_id_installers',
  'device_models_7d',
  'burst_publishers',
  'click_device_conflict',
  'click_country_conflict',
  'block_installs_1h',
  'block_installs_7d',
  'address_agents_7d',
  'address_ids_24h',
  'address_ids_percent',
  'hosted_persons_7d',
  'seller_check',
] as const satisfies readonly FactName[];
