import type { FieldType } from '#platform/contract/condition-predicate.ts';
import { RAW_COLUMNS } from './event.ts';
import { FACTS, type FactName } from './facts.ts';
import { SOURCE_FACTS, type SourceFactName } from './source-facts.ts';

export type FieldOrigin = 'event' | 'reported' | 'fact' | 'source';

export interface TrafficField extends FieldType {
  label: string;
  description: string;
  unit?: 'seconds' | 'months' | 'events' | 'ids' | 'days' | 'percent' | 'ratio' | 'chance';
  /** Shown masked to publishers. */
  personal: boolean;
  /**
   * `event`: what it is and when; `reported`: what the source said;
   * `fact`: what we found out; `source`: what its source did.
   */
  origin: FieldOrigin;
  /** Columns a fact is made from. */
  from: readonly string[];
}

/** Numbers whose columns cannot be NULL and write 0 for "not reported". */
const ZERO_IS_MISSING: ReadonlySet<string> = new Set(['asn', 'http_status']);

/**
 * Facts for which "nothing" is an answer: no bot named, no emulator sign, no earlier click. A rule on them is blind
 * only when everything they are made from is missing; on other facts it is blind as soon as the fact is missing.
 */
export const FINDINGS: ReadonlySet<string> = new Set<FactName | SourceFactName>([
  'ua_bot',
  'ua_bot_match',
  'ip_list',
  'crawler_check',
  'id_flaw',
  'device_signs',
  'device_conflict',
  'repeat_gap_seconds',
  'install_repeat_days',
  'country_conflict',
  'domain_conflict',
  'referrer_conflict',
  'order_break',
  'order_break_seconds',
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
  'source_marked',
  'origin_reason',
  'origin_verdict',
]);

/** Facts that name an entry of a list: the proof of a hit for the package owner, never shown to publishers. */
export const LIST_FACTS: ReadonlySet<string> = new Set<FactName>(['ua_bot_match', 'ip_list']);

const EVENT_FIELDS = {
  kind: { valueType: 'string', label: 'Kind', description: 'Kind of the event' },
  ts: { valueType: 'datetime', label: 'Time', description: 'When it happened' },
} as const;

/** Everything a condition over one event may name: kind and time, what the source reported, what we found out. */
export const TRAFFIC_FIELDS: Readonly<Record<string, TrafficField>> = Object.fromEntries<TrafficField>([
  ...Object.entries(EVENT_FIELDS).map(([name, field]) => entry(name, field, 'event')),
  ...Object.entries(RAW_COLUMNS).map(([name, column]) => entry(name, column, 'reported')),
  ...Object.entries(FACTS).map(([name, fact]) => entry(name, fact, 'fact')),
  ...Object.entries(SOURCE_FACTS).map(([name, fact]) => entry(name, { ...fact, valueType: 'number' }, 'source')),
]);

/** Those that are columns of the event itself: all that a filter or a white-list entry may name. */
export const EVENT_ROW_FIELDS: Readonly<Record<string, TrafficField>> = Object.fromEntries(
  Object.entries(TRAFFIC_FIELDS).filter(([, { origin }]) => origin !== 'source'),
);

type Declared = Pick<TrafficField, 'valueType' | 'label' | 'description'> &
  Partial<Pick<TrafficField, 'unit' | 'personal' | 'from'>>;

function entry(name: string, declared: Declared, origin: FieldOrigin): [string, TrafficField] {
  const { valueType, label, description, unit, personal = false, from = [] } = declared;
  return [
    name,
    {
      valueType,
      label,
      description,
      personal,
      origin,
      from,
      ...(unit ? { unit } : {}),
      ...(ZERO_IS_MISSING.has(name) ? { missing: 0 } : {}),
    },
  ];
}
