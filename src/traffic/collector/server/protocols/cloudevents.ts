import { appError } from '#platform/server/http/app-error.ts';
import { kindNamed } from '#traffic/collector/contract/ingest.ts';
import { isObject, noEvent } from './event-of.ts';
import type { Messages, Protocol, ProtocolRequest } from './protocol.ts';

/**
 * CloudEvents over HTTP, binary, structured or batched: an envelope around events of our own fields. The last word of
 * `type` is the kind (`com.example.shop.click`), `source` and `id` together are the id, as the specification says.
 * https://github.com/cloudevents/spec/blob/main/cloudevents/bindings/http-protocol-binding.md
 */
export const CLOUDEVENTS: Protocol = {
  keys: [{ in: 'bearer' }, { in: 'header', name: 'x-write-key' }, { in: 'query', name: 'write_key' }, { in: 'basic' }],
  messages: messagesOf,
  event: (message, platform) => {
    if (!isObject(message)) return noEvent(message, platform);
    const { id, source, type, time, data }: Envelope = { ...message };
    if (!isObject(data)) return noEvent(data ?? null, platform);
    const kind =
      kindNamed(
        String(type ?? '')
          .split(/[./:]/)
          .at(-1) ?? '',
        platform,
      ) ?? null;
    const own = kind === null ? { type } : {};
    return {
      kind,
      event: { ts: time, ...data, ...own, event_id: `${String(source ?? '')} ${String(id ?? '')}`.trim() },
    };
  },
};

interface Envelope {
  id?: unknown;
  source?: unknown;
  type?: unknown;
  time?: unknown;
  data?: unknown;
}

const BATCH = /^application\/cloudevents-batch\+json\b/i;
const STRUCTURED = /^application\/cloudevents\+json\b/i;

function messagesOf({ headers, body }: ProtocolRequest): Messages {
  const type = String(headers['content-type'] ?? '');
  if (BATCH.test(type)) return { messages: (Array.isArray(body) ? body : []).map(withData) };
  if (STRUCTURED.test(type)) return { messages: [withData(body)] };
  if (headers['ce-specversion'] === undefined) throw appError('unsupported_media');
  const attribute = (name: string): string => decodeURIComponent(String(headers[`ce-${name}`] ?? ''));
  const names = ['id', 'source', 'type', 'time'] as const;
  return { messages: [{ ...Object.fromEntries(names.map((name) => [name, attribute(name)])), data: body }] };
}

/** Senders that keep their data as bytes write it in base64. */
function withData(message: unknown): unknown {
  if (!isObject(message) || !('data_base64' in message) || typeof message.data_base64 !== 'string') return message;
  try {
    return { ...message, data: JSON.parse(Buffer.from(message.data_base64, 'base64').toString('utf8')) };
  } catch {
    return message;
  }
}
