import { appError } from '#platform/server/http/app-error.ts';
import { from, inUrl } from '#traffic/intake/server/formats/format.ts';
import { CLICK_KEYS } from '#traffic/intake/server/formats/part-names.ts';
import { byMapping, isObject } from './event-of.ts';
import { EVENT, type Messages, type Protocol, type ProtocolRequest, VISIT } from './protocol.ts';

const inPage = (...names: string[]): string[] => inUrl('url', ...names);

/**
 * What Snowplow's trackers send: one event in an address, or many in a body. They know no key; the application id is
 * the one setting all of them have, so it is the key. What is theirs alone (`ad_click` and other schemas, contexts about
 * the device) is unpacked first.
 * https://docs.snowplow.io/docs/events/going-deeper/event-parameters/
 */
export const SNOWPLOW: Protocol = {
  keys: [],
  messages: messagesOf,
  event: byMapping({
    kindRules: [
      { column: 'ue_name', values: ['ad_click'], kind: 'click' },
      { column: 'ue_name', values: ['ad_impression'], kind: 'impression' },
      { column: 'ue_name', values: ['application_install'], kind: 'install' },
      { column: 'e', values: ['pv'], kind: VISIT },
    ],
    otherwise: EVENT,
    time: 'unix_millis',
    id: ['eid'],
    sentAt: 'stm',
    // Platform `srv` is a server; on all others the tracker runs where the person is.
    fromRequest: { column: 'p', values: ['web', 'mob', 'pc', 'app', 'tv', 'cnsl', 'iot', 'headset'] },
    keeps: /^(ue_data|se)_/,
    fields: {
      ts: from('ttm', 'dtm'),
      publisher: from(...inPage('utm_source')),
      campaign: from(...inPage('utm_campaign')),
      campaign_id: from('ue_data_campaignid', ...inPage('utm_id')),
      channel: from(...inPage('utm_medium')),
      keyword: from(...inPage('utm_term')),
      creative: from('ue_data_bannerid', ...inPage('utm_content')),
      placement: from('ue_data_zoneid', 'page'),
      brand: from('ue_data_advertiserid'),
      event_name: {
        from: ['ue_name', 'se_ac', 'e'],
        values: { pv: 'page_view', pp: 'page_ping', tr: 'transaction', ti: 'transaction_item' },
      },
      language: from('lang'),
      carrier: from('context_mobile_context_carrier'),
      device_model: from('context_mobile_context_devicemodel'),
      device_brand: from('context_mobile_context_devicemanufacturer'),
      declared_os: from('context_mobile_context_ostype'),
      declared_os_version: from('context_mobile_context_osversion'),
      app_version: from('context_application_version'),
      sdk_version: from('tv'),
      url: from('url'),
      referrer: from('refr'),
      user_agent: from('ua'),
      ip: from('ip'),
      device_id: from('context_mobile_context_androididfa', 'context_mobile_context_appleidfa'),
      user_id: from('uid', 'duid', 'nuid', 'tnuid'),
      click_id: from('ue_data_clickid', ...inPage(...CLICK_KEYS)),
      order_id: from('tr_id', 'ue_data_conversionid'),
      quantity: from('ti_qu'),
      revenue: from('tr_tt', 'ue_data_initialvalue'),
      cost: from('ue_data_cost'),
      currency: from('tr_cu', 'ti_cu'),
    },
  }),
};

function messagesOf({ query, body }: ProtocolRequest): Messages {
  const sent =
    body === undefined ? [query] : isObject(body) && 'data' in body && Array.isArray(body.data) ? body.data : [];
  const [first] = sent;
  const key = idOf(first);
  // Of several trackers at once: none of them may end up in the package of another.
  if (sent.some((message) => idOf(message) !== key)) throw appError('malformed', { field: 'aid' });
  return { messages: sent.map((message) => (isObject(message) ? unpacked({ ...message }) : message)), key };
}

const idOf = (message: unknown): string =>
  isObject(message) && 'aid' in message && typeof message.aid === 'string' ? message.aid : '';

interface Payload {
  [name: string]: unknown;
}

/** Without the key, and with what lies packed inside by the names of its schemas. */
function unpacked({ aid: _, ue_px, ue_pr, cx, co, ...plain }: Payload): Payload {
  const [own] = described([inside(ue_px, ue_pr)]);
  const contexts = described(inside(cx, co));
  return {
    ...plain,
    ...(own ? { ue: { name: own.name, data: own.data } } : {}),
    ...(contexts.length > 0 ? { context: Object.fromEntries(contexts.map(({ name, data }) => [name, data])) } : {}),
  };
}

/** The `data` of an envelope, from its packed or plain form. */
function inside(packed: unknown, plain: unknown): unknown {
  const text = typeof packed === 'string' ? Buffer.from(packed, 'base64url').toString('utf8') : plain;
  try {
    const envelope: unknown = typeof text === 'string' ? JSON.parse(text) : undefined;
    return isObject(envelope) && 'data' in envelope ? envelope.data : undefined;
  } catch {
    return undefined;
  }
}

/** `iglu:com.snowplowanalytics.snowplow/ad_click/jsonschema/1-0-0` is an `ad_click`. */
const described = (found: unknown): { name: string; data: unknown }[] =>
  (Array.isArray(found) ? found : []).flatMap((each: unknown) => {
    if (!isObject(each) || !('schema' in each) || !('data' in each)) return [];
    const name = /^iglu:[^/]+\/([^/]+)\//.exec(String(each.schema))?.[1];
    return name === undefined ? [] : [{ name, data: each.data }];
  });
