import { randomUUID } from 'node:crypto';
import { AHEAD_MINUTES, type DeadReason, OLDEST_DAYS } from '#traffic/collector/contract/ingest.ts';
import { RAW_COLUMNS } from '#traffic/event/contract/event.ts';
import { readValue } from './read-value.ts';

/** An event that can be stored: what is filled, as text. */
export interface LiveEvent {
  /** The sender's, or one of its own. */
  id: string;
  fields: Readonly<Record<string, string>>;
}

export interface DeadEvent {
  id: string;
  field: string;
  reason: DeadReason;
  /** As it came, for whoever looks at it. */
  event: string;
}

/** What an event is read against. */
export interface Reading {
  receivedAt: Date;
  now: Date;
  /** Of the request, for events that ask for it. */
  request: { ip: string; userAgent: string };
}

/** Of a single event; a whole request may be larger. */
const MAX_EVENT_BYTES = 64 * 1024;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Beside the columns: the id, the time, and whether address and agent are those of the request. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['event_id', 'ts', 'from_request']);
const MAX_ID = 200;

/** Reads one event of a request. `unknown` gathers names of fields that no event has. */
export function readEvent(raw: unknown, reading: Reading, unknown: (name: string) => void): LiveEvent | DeadEvent {
  const dead = (field: string, reason: DeadReason, id: string = randomUUID()): DeadEvent => ({
    id,
    field,
    reason,
    event: (JSON.stringify(withRequest(raw, reading)) ?? 'null').slice(0, MAX_EVENT_BYTES),
  });
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return dead('', 'not_an_object');
  const given = new Map<string, unknown>(Object.entries(raw));
  const id = idOf(given.get('event_id'));
  if (id === null) return dead('event_id', 'not_a_text');
  if (id.length > MAX_ID) return dead('event_id', 'too_long');
  const fields: Record<string, string> = {};
  let size = id.length;
  for (const [name, value] of given) {
    if (OWN_FIELDS.has(name)) continue;
    if (!Object.hasOwn(RAW_COLUMNS, name)) {
      unknown(name);
      continue;
    }
    const read = readValue(name, value, reading.now);
    if ('reason' in read) return dead(name, read.reason, id);
    if (read.text === '') continue;
    fields[name] = read.text;
    size += read.text.length;
  }
  if (size > MAX_EVENT_BYTES) return dead('', 'too_large', id);
  const late = readMoment(given.get('ts'), reading);
  if ('reason' in late) return dead('ts', late.reason, id);
  fields['ts'] = late.text;
  if (given.get('from_request') === true) Object.assign(fields, ofRequest(fields, reading));
  return { id, fields };
}

/** With address and agent of the request, where it asks for them: whoever looks at it again has another request. */
function withRequest(raw: unknown, { request }: Reading): unknown {
  if (typeof raw !== 'object' || raw === null || !('from_request' in raw) || raw.from_request !== true) return raw;
  return { ip: request.ip, user_agent: request.userAgent, ...raw, from_request: false };
}

/** Null for what is no id; one of its own for an event without, so that a repeated click stays two. */
function idOf(given: unknown): string | null {
  if (given === undefined || given === null || given === '') return randomUUID();
  if (typeof given === 'number' && Number.isFinite(given)) return String(given);
  return typeof given === 'string' ? given : null;
}

function readMoment(given: unknown, { receivedAt, now }: Reading): { text: string } | { reason: DeadReason } {
  if (given === undefined || given === null || given === '') return { text: receivedAt.toISOString() };
  const read = readValue('ts', given, now);
  if ('reason' in read || read.text === '') return { reason: 'reason' in read ? read.reason : 'not_a_time' };
  const at = Date.parse(read.text);
  if (at < receivedAt.getTime() - OLDEST_DAYS * DAY_MS) return { reason: 'too_old' };
  return at > now.getTime() + AHEAD_MINUTES * MINUTE_MS ? { reason: 'too_new' } : read;
}

/** What the event itself says comes first. */
function ofRequest(fields: Readonly<Record<string, string>>, { request, now }: Reading): Record<string, string> {
  const own: Record<string, string> = {};
  for (const [name, value] of [
    ['ip', request.ip],
    ['user_agent', request.userAgent],
  ] as const) {
    const read = readValue(name, value, now);
    if (fields[name] === undefined && 'text' in read && read.text !== '') own[name] = read.text;
  }
  return own;
}
