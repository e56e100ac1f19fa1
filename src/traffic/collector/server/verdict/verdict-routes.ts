import { implement, type Route } from '#platform/server/http/implement.ts';
import { kindNamed, UNKNOWN_NAMED } from '#traffic/collector/contract/ingest.ts';
import {
  type VerdictAnswer,
  verdictEndpoints,
  verdictQuestion,
} from '#traffic/collector/contract/verdict-endpoints.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { one, sendingOf } from '../collect.ts';
import { readEvents } from '../read-body.ts';
import { readEvent } from '../read-event.ts';
import { refuse } from '../refuse.ts';
import { type Sending, Taker, type TakerParts } from '../taker.ts';
import type { Visit } from '../visits.ts';
import { Asker, type AskerParts } from './asker.ts';

/** Asking and sending are counted apart: who asks about every event before it sends it may do both at full speed. */
export function verdictRoutes(parts: TakerParts & AskerParts): Route[] {
  const taker = new Taker(parts);
  const asker = new Asker(parts);
  return implement(verdictEndpoints)({
    verdict: ({ query, upload, request }) =>
      taker.serving(upload, async (visit) => {
        const sending = sendingOf(request, query.write_key);
        const sender = await taker.know(sending, visit);
        const [body, more] = await readEvents(upload, {
          contentLength: request.contentLength,
          encoding: one(request.headers['content-encoding']),
          visit,
        });
        const question = verdictQuestion.safeParse(body);
        if (!question.success || more !== undefined) throw refuse('no_question', {}, { as: 'malformed' });
        const { kind: named, event: raw, store } = question.data;
        const kind = kindNamed(named, sender.platform);
        if (!kind) throw refuse('no_such_kind', { kinds: EVENT_KINDS.join(', ') }, { as: 'malformed', field: 'kind' });
        const { event, unknown_fields } = soundEvent(raw, sending, parts.now());
        const answer = await asker.ask(sender.packageName, kind, event);
        const stored = store
          ? await keep(taker, sending, visit, { kind, event: { ...raw, event_id: event.id, ts: event.fields['ts'] } })
          : 'no';
        return { ...answer, stored, unknown_fields };
      }),
  });
}

/** Nothing of a question becomes a dead letter: who asks hears what is wrong. */
function soundEvent(raw: Readonly<Record<string, unknown>>, request: Sending, at: Date) {
  const names = new Set<string>();
  const event = readEvent(raw, { receivedAt: at, now: at, request }, (name) => names.add(name));
  if (!('fields' in event)) {
    const { field, reason } = event;
    throw refuse('wrong_field', { field, reason }, { as: 'malformed', field: field || 'event' });
  }
  const shown = [...names].slice(0, UNKNOWN_NAMED).map((name) => name.slice(0, 100));
  return { event, unknown_fields: { count: names.size, names: shown } };
}

async function keep(
  taker: Taker,
  sending: Sending,
  visit: Visit,
  sent: Parameters<Taker['take']>[2][number],
): Promise<VerdictAnswer['stored']> {
  const { accepted } = await taker.take(await taker.admit(sending, visit), sending, [sent]);
  return accepted === 1 ? 'yes' : 'before';
}
