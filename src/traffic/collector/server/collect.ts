import { implement, type Route } from '#platform/server/http/implement.ts';
import { kindNamed } from '#traffic/collector/contract/ingest.ts';
import { ingestEndpoints } from '#traffic/collector/contract/live-endpoints.ts';
import { EVENT_KINDS, type EventKind } from '#traffic/event/contract/event.ts';
import type { Sender } from './known-keys.ts';
import { readEvents } from './read-body.ts';
import { refuse } from './refuse.ts';
import type { Sending, Taker } from './taker.ts';

export function collectorRoutes(taker: Taker): Route[] {
  return implement(ingestEndpoints)({
    ingest: ({ params, query, upload, request }) =>
      taker.serving(upload, async (visit) => {
        const sending = sendingOf(request, query.write_key);
        const sender = await taker.admit(sending, visit);
        const sent = await taker.reading(sender, params.kind, async () => {
          const kind = requireKind(params.kind, sender);
          const { contentLength, headers } = request;
          const events = await readEvents(upload, { contentLength, encoding: one(headers['content-encoding']), visit });
          return events.map((event) => ({ kind, event }));
        });
        return taker.take(sender, sending, sent);
      }),
  });
}

/** 400 for a name that no kind has. */
export function requireKind(name: string, { platform }: Pick<Sender, 'platform'>): EventKind {
  const kind = kindNamed(name, platform);
  if (!kind) throw refuse('no_such_kind', { kinds: EVENT_KINDS.join(', ') }, { as: 'malformed', field: 'kind' });
  return kind;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

export const one = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

/** The key as the address has it, else as a header brings it. */
export const sendingOf = (
  request: { headers: Headers; ip: string; readableBy?: Sending['readableBy'] },
  key: string | undefined,
): Sending => ({
  key: key ?? one(request.headers['x-write-key']) ?? one(request.headers['authorization'])?.replace(/^Bearer\s+/i, ''),
  origin: one(request.headers['origin']),
  ip: request.ip,
  userAgent: one(request.headers['user-agent']) ?? '',
  readableBy: request.readableBy,
});
