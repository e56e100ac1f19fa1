import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { EVENT_KINDS, VERDICTS } from '#traffic/event/contract/event.ts';
import { ingestAnswer } from './live-endpoints.ts';

/** One event as a sender of it would send it, and whether it is to be stored. */
export const verdictQuestion = z.strictObject({
  kind: z.string().min(1).max(40),
  event: z.record(z.string(), z.unknown()),
  store: z.boolean().default(false),
});

/** A rule that hit, the strongest first; what a person said of the source has no rule. */
const verdictReason = z.object({
  code: z.string(),
  rule: z.string(),
  title: z.string(),
  verdict: z.enum(VERDICTS),
  /** False where the rule only marks. */
  decides: z.boolean(),
});

/** Rules that may hit this event and could not be asked, because facts they look at are not there yet. */
const notLookedAt = z.object({
  /** `others`: other events of the person, the id or the address. `source`: statistics of its publisher. */
  needs: z.enum(['others', 'source']),
  facts: z.array(z.string()),
  rules: z.array(z.object({ rule: z.string(), title: z.string() })),
  /** Entries of the white list that may cover it. */
  white_list: z.array(z.number().int()),
});

export const verdictAnswer = z.object({
  event_id: z.string(),
  kind: z.enum(EVENT_KINDS),
  verdict: z.enum(VERDICTS),
  /** That decides; empty for clean events. */
  reason: z.string(),
  reasons: z.array(verdictReason),
  /** The entry of the white list that decided, else 0. */
  whitelist_id: z.number().int(),
  /** Version of the rules. */
  rule_set: z.number().int(),
  not_looked_at: z.array(notLookedAt),
  /** What became of it: nobody asked to store it, it is stored, or its id was stored before. */
  stored: z.enum(['no', 'yes', 'before']),
  unknown_fields: ingestAnswer.shape.unknown_fields,
});
export type VerdictAnswer = z.infer<typeof verdictAnswer>;

export const verdictEndpoints = {
  verdict: endpoint({
    method: 'POST',
    path: '/v1/verdict',
    summary:
      'Ask what one event would be called, with a write key: {"kind", "event", "store"} as JSON. Answers at once, names the rules that hit and those that could not be asked yet; stores it only with "store": true',
    access: 'public',
    query: z.strictObject({ write_key: z.string().max(100).optional() }),
    upload: true,
    response: verdictAnswer,
  }),
};
