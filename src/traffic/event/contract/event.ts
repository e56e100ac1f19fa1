/** Kinds of events, in the order of the ClickHouse Enum8. Web kinds first, then app, then video. */
export const EVENT_KINDS = [
  'impression',
  'click',
  'visit',
  'web_event',
  'install',
  'app_event',
  're_click',
  're_event',
  'click_impression',
  'vast_request',
  'vast_tracking',
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

/**
 * `filtered` are known bots (GIVT by the MRC addendum): they say what they are, so they lie outside of total, clean and
 * fraud. In the order of the ClickHouse Enum8.
 */
export const VERDICTS = ['clean', 'suspect', 'fraud', 'filtered'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Those that add up to the total; accepted events are these and the filtered ones. */
export const TOTAL_VERDICTS = ['clean', 'suspect', 'fraud'] as const satisfies readonly Verdict[];

/** What a person decided about one event. A machine never overturns it. */
export const DECISIONS = ['none', 'clean', 'fraud'] as const;
export type Decision = (typeof DECISIONS)[number];

/**
 * What a link, pixel or video tag of ours can have done with a request (`handling`). `over` is a conversion beyond a
 * capping, whatever the capping then does with it.
 */
export const HANDLINGS = ['passed', 'flagged', 'challenged', 'redirected', 'blocked', 'ended', 'over'] as const;
export type Handling = (typeof HANDLINGS)[number];

export type ColumnType = 'string' | 'number' | 'datetime' | 'ip' | 'boolean';

export interface RawColumn {
  /** ClickHouse type. Names are LowCardinality; ids are plain strings; times are UTC milliseconds. */
  type: string;
  valueType: ColumnType;
  /** English label; other locales under `column.<name>`. */
  label: string;
  description: string;
  /** Shown masked to publishers (addresses, ids). */
  personal?: boolean;
}

const name = (label: string, description: string): RawColumn => ({
  type: 'LowCardinality(String)',
  valueType: 'string',
  label,
  description,
});
const id = (label: string, description: string): RawColumn => ({
  type: 'String',
  valueType: 'string',
  label,
  description,
  personal: true,
});
const time = (label: string, description: string): RawColumn => ({
  type: "Nullable(DateTime64(3, 'UTC'))",
  valueType: 'datetime',
  label,
  description,
});
const count = (label: string, description: string) =>
  ({ type: 'Nullable(Int32)', valueType: 'number', label, description }) as const satisfies RawColumn;

/**
 * What happened, as it was reported. Every importer and collector fills these; empty text means "not reported".
 * Identity columns (row_id, package, kind, ts, import_id) are declared in the migration only.
 */
export const RAW_COLUMNS = {
  publisher: name('Publisher', 'Media source that brought the event'),
  sub_publisher: name('Sub-publisher', 'Site or sub-site of the publisher'),
  vendor: name('Vendor', 'Agency or partner that bought the traffic'),
  campaign: name('Campaign', 'Campaign name'),
  campaign_id: name('Campaign ID', 'Campaign identifier'),
  channel: name('Channel', 'Channel of the media source'),
  placement: name('Placement', 'Place where the ad was shown, or the page visited'),
  placement_type: name('Placement type', 'Kind of placement'),
  creative: name('Creative', 'Creative identifier or name'),
  ad_set: name('Ad set', 'Ad set or ad group'),
  system_domain: name('System domain', 'Exchange, ad system or site that delivered the event'),
  page_id: name('Page ID', 'Page or path'),
  keyword: name('Keyword', 'Keyword or search term'),
  brand: name('Brand', 'Advertised brand'),
  content_category: name('Content category', 'What the page, app or video around the ad is about'),
  event_name: name('Event name', 'Name of the in-app or web event'),
  install_type: name('Install type', 'install, reinstall, re-attribution, organic'),
  attribution: name('Attribution', 'primary or non-primary'),
  declared_country: name('Declared country', 'Country the source reported (ISO 3166 alpha-2)'),
  region: name('Region', 'Region or state the source reported'),
  city: name('City', 'City the source reported'),
  language: name('Language', 'Language the device reported'),
  carrier: name('Carrier', 'Mobile carrier or operator'),
  wifi: name('Wi-Fi', 'true, false or empty'),
  device_model: name('Device model', 'Model the device reported'),
  device_brand: name('Device brand', 'Brand the device reported'),
  declared_os: name('Declared OS', 'Operating system the source reported'),
  declared_os_version: name('Declared OS version', 'Operating system version the source reported'),
  app_version: name('App version', 'Version of the app'),
  sdk_version: name('SDK version', 'Version of the measurement SDK'),
  http_method: name('HTTP method', 'Method of the web request'),
  http_status: {
    type: 'UInt16',
    valueType: 'number',
    label: 'HTTP status',
    description: 'Status of the web answer, 0 when not reported',
  },
  declared_domain: name('Declared domain', 'Site or app the seller said it sells, as in the bid request'),
  seller_id: name(
    'Seller account',
    'Account of the seller at the exchange, as in ads.txt and in the supply chain of the bid request',
  ),
  server_side: name('Server side', 'VAST SERVERSIDE: 1 or 2 when a server, not the player, made the request'),
  receipt_check: name('Receipt check', 'true or false: did the store confirm the receipt, empty when nobody asked'),
  email_domain: name('E-mail domain', 'Domain of the e-mail address of a lead; the address itself is not stored'),
  ad_width: count('Ad width', 'Width of the ad in pixels'),
  ad_height: count('Ad height', 'Height of the ad in pixels'),
  video_seconds: count('Video length', 'Length of the video ad in seconds'),
  fill_seconds: count('Fill time', 'Seconds a person took to fill in the form of a lead'),
  install_referrer: {
    type: 'String',
    valueType: 'string',
    label: 'Install referrer',
    description: 'Referrer the store gave the app at the install (Google Play, Apple)',
  },
  referrer: { type: 'String', valueType: 'string', label: 'Referrer', description: 'Referring address' },
  url: { type: 'String', valueType: 'string', label: 'URL', description: 'Original address of the click or request' },
  user_agent: {
    type: 'LowCardinality(String)',
    valueType: 'string',
    label: 'User agent',
    description: 'User agent as sent',
  },
  ip: {
    type: 'IPv6',
    valueType: 'ip',
    label: 'IP address',
    description: 'Client address; IPv4 is stored v4-mapped, :: when not reported',
    personal: true,
  },
  device_id: id('Device id', 'Advertising id (GAID, IDFA, OAID …) or another stable device id'),
  user_id: id('User id', 'Customer user id, or the analytics user'),
  click_id: id('Click id', 'Click or transaction id'),
  order_id: id('Order id', 'Receipt or order id of an event'),
  coupon_code: {
    type: 'String',
    valueType: 'string',
    label: 'Coupon code',
    description: 'Codes of the coupons an order used, with commas between, as reported',
  },
  click_time: time('Click time', 'Attributed touch'),
  impression_time: time('Impression time', 'When the clicked ad was shown'),
  install_begin_time: time('Install begin', 'When the store began the install (Play referrer)'),
  referrer_click_time: time(
    'Click of the store',
    'When the click opened the store page, as the store says (Play referrer)',
  ),
  install_time: time('Install time', 'First open after the install'),
  revenue: {
    type: 'Decimal(20, 6)',
    valueType: 'number',
    label: 'Revenue',
    description: 'Revenue of the event in its currency',
  },
  quantity: count('Quantity', 'Items of the order, as reported'),
  cost: {
    type: 'Decimal(20, 6)',
    valueType: 'number',
    label: 'Reported cost',
    description: 'Cost that the file brings, in its currency',
  },
  currency: name('Currency', 'ISO 4217 code of revenue and cost'),
  vendor_verdict: name('Vendor verdict', 'Reason another product gave for blocking or rejecting the event'),
  handling: name(
    'Handling',
    'What an own link, pixel or video tag did with the request: passed, flagged, challenged, redirected, blocked, ended; over for a conversion beyond a capping',
  ),
  handling_reason: name('Handling reason', 'Check of the own link, pixel or video tag that decided'),
} as const satisfies Record<string, RawColumn>;

export type RawColumnName = keyof typeof RAW_COLUMNS;
