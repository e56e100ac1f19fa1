import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';
import { reasonText } from '#platform/contract/reason-text.ts';
import { DECISIONS, VERDICTS } from '#traffic/event/contract/event.ts';
import { eventQuestion, packageName, rowId } from './events-endpoints.ts';

/** Events one decision may be about: they are marked in a few minutes, and a person can still answer for them. */
export const MOST_DECIDED = 50_000;

/** `marking` and `undoing` go on by themselves, `done` and `undone` are ends. */
export const BATCH_STATES = ['marking', 'done', 'undoing', 'undone'] as const;

const batch = z.object({
  id: z.number().int(),
  decision: z.enum(DECISIONS),
  state: z.enum(BATCH_STATES),
  events: z.number().int(),
  /** Share of them that is marked, or still is while they are taken back, 0 to 1. */
  share: z.number(),
  reason: z.string(),
  author: z.string(),
  at: z.string(),
  /** The caller may take it back now. */
  undoable: z.boolean(),
});

export type Batch = z.infer<typeof batch>;

/** `assumed`: some of it by a price, for events whose files bring no cost. */
const money = z.array(z.object({ currency: z.string(), cost: z.string(), assumed: z.boolean() }));

const preview = z.object({
  /** Names the decision to be confirmed: exactly these events, whatever arrives meanwhile. */
  id: z.number().int(),
  /** Events that get the mark; those that have it already are not among them. */
  events: z.number().int(),
  already: z.number().int(),
  /** Verdicts they have now. */
  from: z.array(z.object({ verdict: z.enum(VERDICTS), events: z.number().int() })),
  /** Cost of those whose verdict changes; decimals. Empty where the rules decide anew. */
  cost: money,
  /** Ten at most, those with the most events first. */
  publishers: z.array(
    z.object({ publisher: z.string(), events: z.number().int(), changing: z.number().int(), cost: money }),
  ),
  /** Publishers beyond those. */
  more_publishers: z.number().int(),
});

export type DecisionPreview = z.infer<typeof preview>;

const batchId = z.strictObject({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) });
const ofPackage = z.strictObject({ package_name: packageName });

export const decisionEndpoints = {
  batches: endpoint({
    method: 'GET',
    path: '/api/traffic/events/decisions',
    summary: 'Decisions about many events at once, newest first, with how far each is',
    access: 'event.judge',
    pages: ['events'],
    query: ofPackage,
    response: z.object({ data: z.array(batch) }),
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/traffic/events/decisions/preview',
    summary: 'What marking all events of a filter would change; notes which events they are, and marks none',
    access: 'event.judge',
    pages: ['events'],
    query: z.strictObject(eventQuestion),
    body: z.strictObject({
      decision: z.enum(DECISIONS),
      /** Only these of them. */
      row_ids: z.array(rowId).min(1).max(1000).optional(),
    }),
    response: envelope(preview),
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/traffic/events/decisions/:id',
    summary: 'Marks the events of a preview, in the background; asked again it changes nothing',
    access: 'event.judge',
    pages: ['events'],
    params: batchId,
    body: z.strictObject({ package_name: packageName, reason: reasonText }),
    response: envelope(batch),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/traffic/events/decisions/:id/undo',
    summary: 'Gives the events of such a decision the marks they had before, but for those decided on since',
    access: 'event.judge',
    pages: ['events'],
    params: batchId,
    body: ofPackage,
    response: envelope(batch),
  }),
};
