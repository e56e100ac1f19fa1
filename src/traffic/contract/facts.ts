import type { ColumnType } from './event.ts';

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
const number = (
  label: string,
  description: string,
  unit: NonNullable<Fact['unit']>,
  from: readonly string[],
  type = 'Nullable(Int32)',
): Fact => ({ type, valueType: 'number', label, description, unit, from });

/**
 * What every rule looks at. Facts are stored with the event, so a verdict can be explained and replayed; a missing fact
 * ('' or NULL) makes a condition false. Window facts count stored events by event time, never by order of arrival.
 */
export const FACTS = {
  ua_class: word(
    'Agent class',
    'browser, app (in-app or SDK agent), bot, library (HTTP library or tool), headless, malformed, empty',
    ['user_agent'],
  ),
  ua_bot: word('Bot name', 'Name of the declared crawler or monitor', ['user_agent']),
  ua_bot_match: word('Bot pattern', 'Pattern and list that matched the agent', ['user_agent']),
  browser: word('Browser', 'Browser family', ['user_agent']),
  browser_version: word('Browser version', 'Major version of the browser', ['user_agent']),
  browser_age_months: number(
    'Browser age',
    'Months between the release of the browser version and the event',
    'months',
    ['user_agent'],
  ),
  os: word('Operating system', 'From the agent, else as declared', ['user_agent', 'declared_os']),
  os_version: word('OS version', 'From the agent, else as declared', ['user_agent', 'declared_os_version']),
  os_unsupported_months: number(
    'OS out of support',
    'Months since support of the OS version ended, negative while supported',
    'months',
    ['user_agent', 'declared_os_version'],
  ),
  device_type: word('Device type', 'desktop, mobile, tablet, tv, other', ['user_agent']),
  ip_class: word('Network class', 'datacenter, vpn, crawler, relay (Apple private relay), private, public', ['ip']),
  ip_list: word('Network list', 'List and entry that decided the class', ['ip']),
  ip_country: word('IP country', 'Country of the address (ISO 3166 alpha-2)', ['ip']),
  asn: {
    type: 'UInt32',
    valueType: 'number',
    label: 'AS number',
    description: 'Autonomous system of the address, 0 when unknown',
    from: ['ip'],
  },
  as_name: word('Network', 'Organisation of the autonomous system', ['ip']),
  crawler_check: word(
    'Crawler check',
    'verified, spoofed or unlisted: does the address belong to the crawler the agent names',
    ['user_agent', 'ip'],
  ),
  device_id_class: word('Device id form', 'valid, zero, malformed or missing', ['device_id']),
  device_signs: word('Emulator signs', 'Sign of an emulator found in model, brand or agent', [
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
  impression_to_click_seconds: number('Impression to click', 'Seconds from impression to click', 'seconds', [
    'impression_time',
    'click_time',
  ]),
  repeat_gap_seconds: number(
    'Gap to the previous',
    'Seconds since the same person did the same on the same campaign; NULL for the first',
    'seconds',
    ['device_id', 'ip'],
  ),
  clicks_1m: number(
    'Clicks in 1 minute',
    'Clicks of the same person in the minute up to this event, this one included',
    'events',
    ['device_id', 'ip'],
  ),
  clicks_1h: number('Clicks in 1 hour', 'Clicks of the same person in the hour up to this event', 'events', [
    'device_id',
    'ip',
  ]),
  clicks_24h: number('Clicks in 24 hours', 'Clicks of the same person in the 24 hours up to this event', 'events', [
    'device_id',
    'ip',
  ]),
  install_repeat_days: number(
    'Days since last install',
    'Whole days since the same device was last booked as a new install of this app',
    'days',
    ['device_id'],
  ),
  origin_reason: word('Reason of the install', 'Primary reason of the fraudulent install this event belongs to', [
    'device_id',
  ]),
} as const satisfies Record<string, Fact>;

export type FactName = keyof typeof FACTS;

/** Facts that depend on other stored events and are recomputed for the keys a late event touches. */
export const WINDOW_FACTS = [
  'repeat_gap_seconds',
  'clicks_1m',
  'clicks_1h',
  'clicks_24h',
  'install_repeat_days',
  'origin_reason',
] as const satisfies readonly FactName[];
