import { RAW_COLUMNS, type RawColumnName } from './event.ts';
import { FACT_DIMENSIONS } from './fact-dimensions.ts';
import type { FactName } from './facts.ts';

export interface Dimension {
  /** English label; other locales under `dimension.<name>`. */
  label: string;
  description: string;
}

const raw = (name: RawColumnName): Dimension => ({
  label: RAW_COLUMNS[name].label,
  description: RAW_COLUMNS[name].description,
});
const fact = (name: keyof typeof FACT_DIMENSIONS): Dimension => FACT_DIMENSIONS[name];

/** Dimensions that are a column of `traffic` under their own name. */
const STORED_DIMENSIONS = {
  publisher: raw('publisher'),
  sub_publisher: raw('sub_publisher'),
  vendor: raw('vendor'),
  campaign: raw('campaign'),
  campaign_id: raw('campaign_id'),
  channel: raw('channel'),
  placement: raw('placement'),
  placement_type: raw('placement_type'),
  creative: raw('creative'),
  ad_set: raw('ad_set'),
  system_domain: raw('system_domain'),
  page_id: raw('page_id'),
  keyword: raw('keyword'),
  brand: raw('brand'),
  content_category: raw('content_category'),
  event_name: raw('event_name'),
  install_type: raw('install_type'),
  attribution: raw('attribution'),
  region: raw('region'),
  city: raw('city'),
  language: raw('language'),
  carrier: raw('carrier'),
  device_model: raw('device_model'),
  device_brand: raw('device_brand'),
  app_version: raw('app_version'),
  sdk_version: raw('sdk_version'),
  currency: raw('currency'),
  vendor_verdict: raw('vendor_verdict'),
  handling: raw('handling'),
  handling_reason: raw('handling_reason'),
  ua_class: fact('ua_class'),
  ua_bot: fact('ua_bot'),
  browser: fact('browser'),
  browser_version: fact('browser_version'),
  os: fact('os'),
  os_version: fact('os_version'),
  device_type: fact('device_type'),
  ip_class: fact('ip_class'),
  as_name: fact('as_name'),
  crawler_check: fact('crawler_check'),
  device_id_class: fact('device_id_class'),
  reason: { label: 'Reason', description: 'Primary reason of the verdict, empty for clean events' },
} as const satisfies Partial<Record<RawColumnName | FactName | 'reason', Dimension>>;

/** Dimensions made from columns; their SQL lies in `traffic/event/server/dimension-sql.ts`. */
const COMPUTED_DIMENSIONS = {
  country: { label: 'Country', description: 'Country of the address, else the one the source reported' },
  verdict: { label: 'Verdict', description: 'clean, suspect or fraud' },
  reason_group: { label: 'Category', description: 'Group of the primary reason' },
  safety: { label: 'Surroundings', description: 'unsafe or safe by the category of page, app or video' },
  unsafe_topic: { label: 'Unsafe topic', description: 'What makes the surroundings unsafe, empty for safe ones' },
  payment: {
    label: 'Payment',
    description: 'Why the event is paid for or not: valid, duplicate, invalid, out of window, over cap, not approved',
  },
  decision: { label: 'Decision', description: 'What a person decided about the event: none, clean or fraud' },
} as const satisfies Record<string, Dimension>;

/** Everything traffic can be filtered by and grouped by: one list for boards, the event list, alerts and reports. */
export const DIMENSIONS = { ...STORED_DIMENSIONS, ...COMPUTED_DIMENSIONS } as const;

export type StoredDimension = keyof typeof STORED_DIMENSIONS;
export type ComputedDimension = keyof typeof COMPUTED_DIMENSIONS;
export type DimensionName = StoredDimension | ComputedDimension;

export const DIMENSION_NAMES = Object.keys(DIMENSIONS) as DimensionName[];
export const isDimension = (name: string): name is DimensionName => Object.hasOwn(DIMENSIONS, name);

/** The publisher of who came from a page of the site itself: nobody who sends or sells traffic. */
export const OWN_SITE = 'internal';

/** As a filter value it means rows that do not report the dimension; the empty text cannot, it means "no filter". */
export const NOT_REPORTED = '(not reported)';
