import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, fileBody, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { safeText } from '#platform/contract/safe-text.ts';
import { EVENT_KINDS, VERDICTS } from '#traffic/event/contract/event.ts';
import { DEAD_REASONS, SENDER_FAULTS } from './ingest.ts';

const packageName = z.string().min(1).max(200);
const ofPackage = z.strictObject({ package_name: packageName });
const params = z.strictObject({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
/** A site as browsers name it, or `*` for every one. */
const origin = z
  .string()
  .regex(/^(\*|https?:\/\/[A-Za-z0-9.-]{1,253}(:\d{1,5})?)$/, 'Write it as https://shop.example');

export const newKey = z.strictObject({
  package_name: packageName,
  name: safeText(80).min(3, 'Please name the key'),
  origins: z.array(origin).max(20).default([]),
  /** Events; null for what the server allows all. */
  per_second: z.number().int().min(1).max(50_000).nullable().default(null),
  per_day: z.number().int().min(1).max(1_000_000_000).nullable().default(null),
});

export const writeKeyView = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Its first characters. */
  hint: z.string(),
  origins: z.array(z.string()),
  per_second: z.number().int().nullable(),
  per_day: z.number().int().nullable(),
  /** Events of today (UTC), a second ago. */
  today: z.number().int(),
  created_by: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});
export type WriteKeyView = z.infer<typeof writeKeyView>;

/** Told once: only its hash is stored. */
const madeKey = z.object({ id: z.number().int(), secret: z.string() });

const reason = z.enum(DEAD_REASONS);

export const ingestAnswer = z.object({
  accepted: z.number().int(),
  /** Events whose `event_id` came before, within a week. */
  duplicates: z.number().int(),
  /** By their place in the request, from 0. They wait among the dead letters. */
  rejected: z.array(z.object({ index: z.number().int(), field: z.string(), reason })),
  /** Fields that no event has; they are not stored. */
  unknown_fields: z.object({ count: z.number().int(), names: z.array(z.string()) }),
});
export type IngestAnswer = z.infer<typeof ingestAnswer>;

export const senderFault = z.object({
  key_id: z.number().int(),
  key_name: z.string(),
  fault: z.enum(SENDER_FAULTS),
  /** The site, the name of the field or of the kind, the limit that was met (`day 500`); '' where there is nothing to name. */
  detail: z.string(),
  /** How often within a month; events for `too_many`. */
  n: z.number().int(),
  last_at: z.string(),
});
export type SenderFaultView = z.infer<typeof senderFault>;

/** `fewer`: less than half of the same hour a day before. `silent`: nothing for an hour. */
const LIVE_SOURCE_STATES = ['silent', 'fewer', 'flows', 'unused'] as const;

const liveSource = z.object({
  of: z.enum(['key', 'publisher']),
  name: z.string(),
  /** When something last came; null for a key that nobody has used within a month. */
  last_at: z.string().nullable(),
  /** Events of sixty minutes, up to the last whole ten; and of the same a day before. */
  hour: z.number(),
  day_before: z.number(),
  state: z.enum(LIVE_SOURCE_STATES),
});
export type LiveSource = z.infer<typeof liveSource>;

const counted = z.object({
  accepted: z.number().int(),
  duplicates: z.number().int(),
  dead: z.number().int(),
  loaded: z.number().int(),
});

export const liveStatus = z.object({
  now: z.string(),
  /** The last five minutes. */
  recent: counted,
  /** Acknowledged and not on the boards yet. */
  waiting: z.number().int(),
  waiting_since: z.string().nullable(),
  loaded_at: z.string().nullable(),
  dead_letters: z.number().int(),
  /** Clicks and views of own links that lie in files of this machine: the database did not take them in time. */
  filed: z.object({ clicks: z.number().int(), since: z.string().nullable() }),
  /** What broke the last load off, while it is tried again. */
  problem: z.string().nullable(),
});
export type LiveStatus = z.infer<typeof liveStatus>;

export const deadLetterView = z.object({
  id: z.number().int(),
  kind: z.enum(EVENT_KINDS),
  received_at: z.string(),
  event_id: z.string(),
  field: z.string(),
  reason,
  event: z.string(),
});
export type DeadLetterView = z.infer<typeof deadLetterView>;

/** Which of them: those named, or all. */
const chosenLetters = z.strictObject({
  package_name: packageName,
  ids: z.array(z.number().int().min(1)).min(1).max(1000).optional(),
});

export const testVerdict = z.object({
  state: z.enum(['waiting', 'loaded', 'dead']),
  row_id: z.string().nullable(),
  verdict: z.enum(VERDICTS).nullable(),
  reason: z.string(),
  /** What hit, the reason that decided first; what a person said of the source has no rule. */
  reasons: z.array(z.object({ reason: z.string(), rule: z.string(), title: z.string() })),
});
export type TestVerdict = z.infer<typeof testVerdict>;

/** Of an address that anybody writes: what is no text is none. */
const one = z.string().optional().catch(undefined);
const eventId = z.string().regex(/^[\w-]{1,80}$/);
const BASE = '/api/live-traffic';

export const ingestEndpoints = {
  ingest: endpoint({
    method: 'POST',
    path: '/api/ingest/:kind',
    summary:
      'Send events as they happen, with a write key: one event, a list, or {"events": [...]} as JSON, gzip allowed, up to 1,000 events and 1 MiB. Acknowledged events are stored',
    access: 'public',
    params: z.strictObject({ kind: z.string().min(1).max(40) }),
    query: z.strictObject({ write_key: z.string().max(100).optional() }),
    upload: true,
    otherOrigins: true,
    response: ingestAnswer,
    status: 202,
  }),
};

export const pixelEndpoints = {
  pixel: endpoint({
    method: 'GET',
    path: '/t.gif',
    summary:
      'Send one event by an image: key, kind and the fields by name. Always a picture; what is wrong is in x-adsieve-error',
    access: 'public',
    query: z.looseObject({ key: one, write_key: one, kind: one }),
    answer: 'file',
    response: fileBody,
  }),
};

export const tagEndpoints = {
  tag: endpoint({
    method: 'GET',
    path: '/tag.js',
    summary:
      'The script that sends visits, clicks and events of a page; with v, the tag of its answer, kept for a year',
    access: 'public',
    query: z.looseObject({ v: one }),
    answer: 'file',
    response: fileBody,
  }),
};

export const liveEndpoints = {
  status: endpoint({
    method: 'GET',
    path: BASE,
    summary: 'What came live in the last five minutes, what waits, and how new the boards are',
    access: 'import.read',
    pages: ['live'],
    query: ofPackage,
    response: envelope(liveStatus),
  }),
  keys: endpoint({
    method: 'GET',
    path: `${BASE}/keys`,
    summary: 'Write keys of a package, without their secrets, the newest first',
    access: 'import.read',
    pages: ['live'],
    query: ofPackage,
    response: envelope(z.array(writeKeyView)),
  }),
  makeKey: endpoint({
    method: 'POST',
    path: `${BASE}/keys`,
    summary: 'A write key; its secret is told this once',
    access: 'import.write',
    pages: ['live'],
    form: { exempt: ['package_name', 'origins'] },
    body: newKey,
    response: envelope(madeKey),
  }),
  rotateKey: endpoint({
    method: 'POST',
    path: `${BASE}/keys/:id/rotate`,
    summary: 'A successor of a write key, of the same name, origins and limits; the old one works until it is revoked',
    access: 'import.write',
    pages: ['live'],
    params,
    response: envelope(madeKey),
  }),
  revokeKey: endpoint({
    method: 'DELETE',
    path: `${BASE}/keys/:id`,
    summary: 'End a write key: whoever sends with it is refused from now on',
    access: 'import.write',
    pages: ['live'],
    params,
    response: envelope(z.object({ id: z.number().int() })),
  }),
  sources: endpoint({
    method: 'GET',
    path: `${BASE}/sources`,
    summary:
      'Whether what sends still sends: write keys and publishers of the last day with their last event, their last hour and the same hour a day before, those that stopped first',
    access: 'import.read',
    pages: ['live'],
    query: ofPackage,
    response: envelope(z.array(liveSource)),
  }),
  faults: endpoint({
    method: 'GET',
    path: `${BASE}/faults`,
    summary:
      'What senders did wrong within a month, by write key, the newest first: who is installed wrongly is told so',
    access: 'import.read',
    pages: ['live'],
    query: ofPackage,
    response: envelope(z.array(senderFault)),
  }),
  deadLetters: endpoint({
    method: 'GET',
    path: `${BASE}/dead-letters`,
    summary: 'Events that could not be stored, with what is wrong, the newest first',
    access: 'import.read',
    pages: ['live'],
    query: z.strictObject({ package_name: packageName, ...pageQuery }),
    response: pagedEnvelope(deadLetterView),
  }),
  replay: endpoint({
    method: 'POST',
    path: `${BASE}/dead-letters/replay`,
    summary: 'Look at dead letters again, up to 1,000, and store those that are sound now; the others stay',
    access: 'import.write',
    pages: ['live'],
    body: chosenLetters,
    response: envelope(z.object({ replayed: z.number().int(), left: z.number().int() })),
  }),
  discard: endpoint({
    method: 'POST',
    path: `${BASE}/dead-letters/discard`,
    summary: 'Remove dead letters for good',
    access: 'import.write',
    pages: ['live'],
    body: chosenLetters,
    response: envelope(z.object({ discarded: z.number().int() })),
  }),
  test: endpoint({
    method: 'POST',
    path: `${BASE}/test`,
    summary: 'Send one event of the publisher "Test event" the way senders do; it is stored and judged like any other',
    access: 'import.write',
    pages: ['live'],
    body: z.strictObject({ package_name: packageName, kind: z.enum(EVENT_KINDS) }),
    response: envelope(z.object({ event_id: z.string() })),
  }),
  testVerdict: endpoint({
    method: 'GET',
    path: `${BASE}/test/:event_id`,
    summary: 'What became of a test event of the last hour',
    access: 'import.read',
    pages: ['live'],
    params: z.strictObject({ event_id: eventId }),
    query: ofPackage,
    response: envelope(testVerdict),
  }),
};
