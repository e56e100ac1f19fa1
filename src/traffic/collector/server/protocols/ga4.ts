import type { GA4_FAULTS } from '#traffic/collector/contract/protocol-endpoints.ts';
import { from, inUrl } from '#traffic/intake/server/formats/format.ts';
import { CLICK_KEYS } from '#traffic/intake/server/formats/part-names.ts';
import { byMapping, isObject } from './event-of.ts';
import { EVENT, type Messages, type Protocol, type ProtocolRequest, VISIT } from './protocol.ts';

const inPage = (...names: string[]): string[] => inUrl('params_page_location', ...names);

/**
 * Google's Measurement Protocol: events that a server sends, with what they share around them. The API secret is the
 * write key. Address and agent are what the sender says of the person, never its own.
 * https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference
 */
export const GA4: Protocol = {
  keys: [{ in: 'query', name: 'api_secret' }],
  messages: messagesOf,
  event: byMapping({
    kindRules: [
      { column: 'name', values: ['page_view'], kind: VISIT },
      { column: 'name', values: ['first_open'], kind: 'install' },
      { column: 'name', values: ['ad_click'], kind: 'click' },
      { column: 'name', values: ['ad_impression'], kind: 'impression' },
    ],
    otherwise: EVENT,
    time: 'unix_millis',
    // An event that names its moment is itself when it comes again; one that does not happens each time it comes.
    id: ['who', 'millis', 'name', 'place'],
    keeps: /^params_/,
    fields: {
      ts: from('millis'),
      publisher: from('params_source', 'params_campaign_source', ...inPage('utm_source')),
      campaign: from('params_campaign', ...inPage('utm_campaign')),
      campaign_id: from('params_campaign_id', ...inPage('utm_id')),
      channel: from('params_medium', ...inPage('utm_medium')),
      keyword: from('params_term', ...inPage('utm_term')),
      creative: from('params_content', ...inPage('utm_content')),
      placement: from('params_page_title', 'params_screen_name', 'params_ad_unit_name'),
      event_name: from('name'),
      declared_country: from('user_location_country_id'),
      region: from('user_location_region_id'),
      city: from('user_location_city'),
      language: from('device_language', 'params_language'),
      device_model: from('device_model'),
      device_brand: from('device_brand'),
      declared_os: from('device_operating_system'),
      declared_os_version: from('device_operating_system_version'),
      url: from('params_page_location'),
      referrer: from('params_page_referrer'),
      user_agent: from('user_agent'),
      ip: from('ip_override'),
      user_id: from('user_id', 'client_id', 'app_instance_id'),
      click_id: from('params_gclid', ...inPage(...CLICK_KEYS)),
      order_id: from('params_transaction_id'),
      coupon_code: from('params_coupon'),
      quantity: from('params_quantity'),
      revenue: from('params_value'),
      currency: from('params_currency'),
    },
  }),
};

interface Hit {
  events?: unknown;
  timestamp_micros?: unknown;
  client_id?: unknown;
  app_instance_id?: unknown;
  [name: string]: unknown;
}

function messagesOf({ body }: ProtocolRequest): Messages {
  const {
    events,
    timestamp_micros: shared,
    user_properties: _,
    consent: __,
    ...around
  }: Hit = isObject(body) ? { ...body } : {};
  const who = around.client_id ?? around.app_instance_id;
  const messages = (Array.isArray(events) ? events : []).map((event: unknown, place) => {
    if (!isObject(event)) return event;
    const micros = Number(('timestamp_micros' in event ? event.timestamp_micros : undefined) ?? shared);
    return { ...around, ...event, who, place, ...(micros > 0 ? { millis: Math.floor(micros / 1000) } : {}) };
  });
  return { messages };
}

interface ValidationMessage {
  fieldPath: string;
  description: string;
  validationCode: (typeof GA4_FAULTS)[number];
}

/** Google's own limits: https://developers.google.com/analytics/devguides/collection/protocol/ga4/sending-events */
const MOST_EVENTS = 25;
const MOST_PARAMETERS = 25;
const LONGEST_NAME = 40;
const NAME = /^[a-z]\w*$/i;

/** What Google's validation server says of a body. */
export function validationOf(body: unknown): ValidationMessage[] {
  const { events, client_id, app_instance_id }: Hit = isObject(body) ? { ...body } : {};
  const found: ValidationMessage[] = [];
  const say = (validationCode: ValidationMessage['validationCode'], fieldPath: string, description: string) =>
    found.push({ fieldPath, description, validationCode });
  if (!client_id && !app_instance_id) say('VALUE_REQUIRED', 'client_id', 'Measurement requires a client_id.');
  const all = Array.isArray(events) ? events : [];
  if (all.length === 0) say('VALUE_REQUIRED', 'events', 'Measurement requires at least one event.');
  if (all.length > MOST_EVENTS) say('EXCEEDED_MAX_ENTITIES', 'events', `At most ${MOST_EVENTS} events in a request.`);
  for (const [index, event] of all.entries()) {
    const name = isObject(event) && 'name' in event ? String(event.name) : '';
    const params = isObject(event) && 'params' in event && isObject(event.params) ? Object.keys(event.params) : [];
    const at = `Event at index: [${index}]`;
    if (name === '') say('VALUE_REQUIRED', 'events', `${at} has no name.`);
    else if (!NAME.test(name))
      say(
        'NAME_INVALID',
        'events',
        `${at} has invalid name [${name.slice(0, 100)}]. Names must start with an alphabetic character.`,
      );
    else if (name.length > LONGEST_NAME)
      say('VALUE_OUT_OF_BOUNDS', 'events', `${at} has a name of over ${LONGEST_NAME} characters.`);
    if (params.length > MOST_PARAMETERS)
      say('EXCEEDED_MAX_ENTITIES', 'events.params', `${at} has over ${MOST_PARAMETERS} parameters.`);
  }
  return found;
}
