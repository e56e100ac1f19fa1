import type { Readable } from 'node:stream';
import type { EndpointShape } from '#platform/contract/endpoint.ts';
import { DOT } from '#platform/server/http/dot.ts';
import type { FileAnswer, HandlerInput, Route } from '#platform/server/http/implement.ts';
import { implement } from '#platform/server/http/implement.ts';
import { MAX_EVENTS } from '#traffic/collector/contract/ingest.ts';
import type { IngestAnswer } from '#traffic/collector/contract/live-endpoints.ts';
import { protocolEndpoints } from '#traffic/collector/contract/protocol-endpoints.ts';
import { one, sendingOf } from '../collect.ts';
import { parseJson, readBody } from '../read-body.ts';
import { refuse } from '../refuse.ts';
import type { Taker } from '../taker.ts';
import type { Visit } from '../visits.ts';
import { CALLBACKS } from './callbacks.ts';
import { CLOUDEVENTS } from './cloudevents.ts';
import { GA4, validationOf } from './ga4.ts';
import type { KeyPlace, Protocol, ProtocolRequest } from './protocol.ts';
import { SEGMENT } from './segment.ts';
import { SNOWPLOW } from './snowplow.ts';

interface Parts {
  taker: Taker;
  now: () => Date;
}

/** Answers are what the clients expect; whatever was wrong with single events stands among the dead letters. */
export function protocolRoutes(parts: Parts): Route[] {
  return implement(protocolEndpoints)({
    segment: async (input) => {
      await serve(SEGMENT, parts, input);
      return { success: true as const };
    },
    snowplow: async (input) => {
      await serve(SNOWPLOW, parts, input);
      return OK;
    },
    snowplowByAddress: async (input) => {
      await serve(SNOWPLOW, parts, input);
      return PICTURE;
    },
    ga4: async (input) => {
      await serve(GA4, parts, input);
      return NOTHING;
    },
    ga4Debug: async (input) => {
      const { upload, request } = input;
      return parts.taker.serving(upload, async (visit) => {
        await parts.taker.admit({ ...sendingOf(request, undefined), key: keyOf(GA4.keys, input) }, visit);
        return { validationMessages: validationOf((await readRequest(input, visit)).body) };
      });
    },
    cloudEvents: (input) => serve(CLOUDEVENTS, parts, input),
    callback: (input) => serve(callbackNamed(input.params.format), parts, input),
    callbackByAddress: (input) => serve(callbackNamed(input.params.format), parts, input),
  });
}

const OK: FileAnswer = { fileName: 'ok', mediaType: 'text/plain; charset=utf-8', stream: 'ok' };
const NOTHING: FileAnswer = { fileName: 'nothing', mediaType: 'text/plain', stream: '', status: 204 };
/** A transparent dot. */
const PICTURE: FileAnswer = {
  fileName: 'i.gif',
  mediaType: 'image/gif',
  stream: DOT,
};

function callbackNamed(format: string): Protocol {
  const found = Object.hasOwn(CALLBACKS, format) ? CALLBACKS[format] : undefined;
  if (found) return found;
  throw refuse('no_such_format', { formats: Object.keys(CALLBACKS).join(', ') }, { as: 'not_found', field: 'format' });
}

type Input = Pick<HandlerInput<EndpointShape>, 'request'> & {
  query: Readonly<Record<string, unknown>>;
  params?: unknown;
  upload?: Readable | undefined;
};

/** The one way from a request of a protocol to the log. Throws like `Taker`. */
export async function serve(protocol: Protocol, { taker, now }: Parts, input: Input): Promise<IngestAnswer> {
  const { request, upload } = input;
  const early = keyOf(protocol.keys, input);
  const sending = { ...sendingOf(request, undefined), key: early };
  const read = async (visit: Visit) => {
    const found = protocol.messages(await readRequest(input, visit));
    if (found.messages.length === 0) throw refuse('no_events', {}, { as: 'malformed' });
    return found;
  };
  const work = async (visit: Visit): Promise<IngestAnswer> => {
    // A key that stands outside of the body is looked at before it is read.
    const known = early === undefined ? undefined : await taker.admit(sending, visit);
    const { messages, key } = known ? await taker.reading(known, '', () => read(visit)) : await read(visit);
    const sender = known ?? (await taker.admit({ ...sending, key }, visit));
    const at = now();
    const events = messages.map((message) => protocol.event(message, sender.platform, at));
    // A client that is not answered sends all of them again, and those that are stored are known by their ids.
    const answers: IngestAnswer[] = [];
    for (let from = 0; from < events.length; from += MAX_EVENTS)
      answers.push(await taker.take(sender, sending, events.slice(from, from + MAX_EVENTS)));
    return answers.reduce(together);
  };
  return taker.serving(upload, work);
}

const together = (before: IngestAnswer, next: IngestAnswer): IngestAnswer => ({
  accepted: before.accepted + next.accepted,
  duplicates: before.duplicates + next.duplicates,
  rejected: [...before.rejected, ...next.rejected],
  unknown_fields: before.unknown_fields,
});

/** Deeper than the messages of any of these protocols. */
const MAX_DEPTH = 24;
const FORM = /^application\/x-www-form-urlencoded\b/i;

async function readRequest({ request, query, params, upload }: Input, visit: Visit): Promise<ProtocolRequest> {
  const { headers, contentLength } = request;
  const encoding = one(headers['content-encoding']);
  const bytes = upload ? await readBody(upload, { contentLength, encoding, visit }) : Buffer.alloc(0);
  return { headers, query, params: textsOf(params), body: bodyOf(bytes, one(headers['content-type']) ?? '') };
}

function bodyOf(bytes: Buffer, type: string): unknown {
  if (bytes.length === 0) return undefined;
  return FORM.test(type)
    ? Object.fromEntries(new URLSearchParams(bytes.toString('utf8')))
    : parseJson(bytes, MAX_DEPTH);
}

const textsOf = (params: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

const keyOf = (places: readonly KeyPlace[], input: Input): string | undefined => {
  for (const place of places) {
    const key = keyAt(place, input);
    if (key !== undefined && key !== '') return key;
  }
  return undefined;
};

function keyAt(place: KeyPlace, { request: { headers }, query }: Input): string | undefined {
  const [, scheme = '', given = ''] = /^(\w+)\s+(.+)$/.exec(one(headers['authorization']) ?? '') ?? [];
  switch (place.in) {
    case 'basic':
      return scheme.toLowerCase() === 'basic'
        ? Buffer.from(given, 'base64').toString('utf8').split(':', 1)[0]
        : undefined;
    case 'bearer':
      return scheme.toLowerCase() === 'bearer' ? given : undefined;
    case 'header':
      return one(headers[place.name]);
    default: {
      const value = query[place.name];
      return typeof value === 'string' ? value : undefined;
    }
  }
}
