import { from, inUrl } from '#traffic/intake/server/formats/format.ts';
import { CLICK_KEYS } from '#traffic/intake/server/formats/part-names.ts';
import { byMapping } from './event-of.ts';
import { EVENT, type Protocol, type ProtocolRequest, VISIT } from './protocol.ts';

/** Libraries that run on the device of the person: who asks is who did it. Others run on servers. */
const ON_DEVICES = [
  'analytics.js',
  'analytics-ios',
  'analytics-android',
  'analytics-swift',
  'analytics-kotlin',
  'analytics_flutter',
  '@segment/analytics-react-native',
];

/** What the address says when the message does not: the page carries the parameters of the campaign. */
const inPage = (...names: string[]): string[] => inUrl('context_page_url', ...names);

/**
 * The tracking API of Segment: a message at an address of its own, or many as a batch, which carries their context.
 * https://segment.com/docs/connections/sources/catalog/libraries/server/http-api/
 */
export const SEGMENT: Protocol = {
  keys: [{ in: 'basic' }, { in: 'bearer' }, { in: 'query', name: 'write_key' }],
  messages: messagesOf,
  event: byMapping({
    kindRules: [
      { column: 'type', values: ['page'], kind: VISIT },
      { column: 'event', values: ['application installed'], kind: 'install' },
      { column: 'event', values: ['click', 'ad click', 'ad clicked', 'ad_click'], kind: 'click' },
      { column: 'event', values: ['impression', 'ad impression', 'ad viewed', 'ad_impression'], kind: 'impression' },
    ],
    otherwise: EVENT,
    time: 'iso',
    id: ['messageid'],
    sentAt: 'sentat',
    fromRequest: { column: 'context_library_name', values: ON_DEVICES },
    keeps: /^properties_/,
    fields: {
      ts: from('timestamp', 'originaltimestamp'),
      publisher: from('context_campaign_source', 'properties_campaign_source', ...inPage('utm_source')),
      sub_publisher: from('properties_sub_publisher', ...inPage('sub_id', 'sub1')),
      campaign: from('context_campaign_name', 'properties_campaign_name', ...inPage('utm_campaign')),
      campaign_id: from('context_campaign_id', 'properties_campaign_id', ...inPage('utm_id')),
      channel: from('context_campaign_medium', ...inPage('utm_medium')),
      keyword: from('context_campaign_term', ...inPage('utm_term')),
      creative: from('context_campaign_content', 'properties_campaign_ad_creative', ...inPage('utm_content')),
      ad_set: from('properties_campaign_ad_group'),
      page_id: from('context_page_path', 'properties_path'),
      placement: from('name', 'properties_name'),
      event_name: from('event', 'type'),
      language: from('context_locale'),
      carrier: from('context_network_carrier'),
      wifi: from('context_network_wifi'),
      device_model: from('context_device_model'),
      device_brand: from('context_device_manufacturer'),
      declared_os: from('context_os_name'),
      declared_os_version: from('context_os_version'),
      app_version: from('context_app_version'),
      sdk_version: from('context_library_version'),
      email_domain: { from: ['traits_email', 'context_traits_email'], split: { by: '@', take: 'after' } },
      url: from('context_page_url', 'properties_url'),
      referrer: from('context_page_referrer', 'properties_referrer', 'context_referrer_url'),
      user_agent: from('context_useragent'),
      ip: from('context_ip'),
      device_id: from('context_device_advertisingid', 'context_device_id'),
      user_id: from('userid', 'anonymousid'),
      click_id: from('properties_click_id', 'properties_clickid', ...inPage(...CLICK_KEYS)),
      order_id: from('properties_order_id', 'properties_orderid'),
      coupon_code: from('properties_coupon'),
      quantity: from('properties_quantity'),
      revenue: from('properties_revenue', 'properties_total', 'properties_value'),
      currency: from('properties_currency'),
    },
  }),
};

/** The short names are those of the library for browsers. */
const TYPES: Readonly<Record<string, string>> = {
  t: 'track',
  p: 'page',
  s: 'screen',
  i: 'identify',
  g: 'group',
  a: 'alias',
};

function messagesOf({ params, body }: ProtocolRequest) {
  const call = params['call'] ?? '';
  const { batch, writeKey, ...shared } =
    typeof body === 'object' && body !== null ? ({ ...body } as Batch) : ({} as Batch);
  const key = typeof writeKey === 'string' ? writeKey : undefined;
  if (call !== 'batch' && call !== 'b') return { messages: [{ ...shared, type: TYPES[call] ?? call }], key };
  const messages = Array.isArray(batch) ? batch : [];
  // A message of a batch may leave to it what is the same for all.
  return { messages: messages.map((message) => withShared(message, shared)), key };
}

interface Batch {
  batch?: unknown;
  writeKey?: unknown;
  [name: string]: unknown;
}

const withShared = (message: unknown, { sentAt, context }: Batch): unknown =>
  typeof message === 'object' && message !== null && !Array.isArray(message)
    ? { sentAt, ...(context === undefined ? {} : { context }), ...message }
    : message;
