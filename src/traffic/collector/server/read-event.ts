import { randomUUID } from 'node:crypto';
import { AHEAD_MINUTES, type DeadReason, OLDEST_DAYS } from '#traffic/collector/contract/ingest.ts';
import { RAW_COLUMNS } from '#traffic/event/contract/event.ts';
import { LATE_KEYS } from '#traffic/intake/server/scan/json-lines.ts';
import { BLANK_AGENT, readValue } from './read-value.ts';

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
/** What a sender says beside our columns, by names of its own. Of our own events nobody asks for it. */
const EXTRA = 'extra';
const MOST_EXTRA = 200;
/**
 * Beside the columns: the id, the time, what the sender's clock said when it sent, whether address and agent are those of
 * the request, and what is kept beside.
 */
const OWN_FIELDS: ReadonlySet<string> = new Set(['event_id', 'ts', 'sent_at', 'from_request', EXTRA]);
/** What only our own links, pixels and tags say: nobody else's event counts as one of theirs. */
const OWN_COLUMNS: ReadonlySet<string> = new Set(['handling', 'handling_reason']);
const MAX_ID = 200;
/** Times of a clock that may be wrong are only held to being times. */
const ANY_DAY = new Date('2200-01-01T00:00:00Z');

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
    if (OWN_COLUMNS.has(name) || !Object.hasOwn(RAW_COLUMNS, name)) {
      unknown(name);
      continue;
    }
    const read = readValue(name, value, reading.now);
    if ('reason' in read) return dead(name, read.reason, id);
    if (name === 'user_agent' && value === '') fields[name] = BLANK_AGENT;
    if (read.text === '') continue;
    fields[name] = read.text;
    size += read.text.length;
  }
  const extra = extraOf(given.get(EXTRA));
  if (size + extra.length > MAX_EVENT_BYTES) return dead('', 'too_large', id);
  if (extra !== '') fields[LATE_KEYS] = extra;
  const late = readMoment(given, reading);
  if ('reason' in late) return dead('ts', late.reason, id);
  fields['ts'] = late.text;
  if (given.get('from_request') === true) Object.assign(fields, ofRequest(fields, reading));
  return { id, fields };
}

type Fault = Pick<DeadEvent, 'field' | 'reason'>;

/** A message of a protocol that names no kind we know. */
export const NO_KIND: Fault = { field: 'kind', reason: 'no_kind' };
/** One of which the protocol knows no field: whatever it says, it would count as a sound event of nobody. */
export const NO_FIELD: Fault = { field: '', reason: 'no_field' };

/** What a protocol cannot read. It cannot be read again: only its sender could say more. */
export function unreadable(raw: unknown, reading: Reading, fault: Fault): DeadEvent {
  const { id } = readEvent(raw, reading, () => {});
  return { id, ...fault, event: (JSON.stringify(raw) ?? 'null').slice(0, MAX_EVENT_BYTES) };
}

/** As the import reads names and values that no column has; '' for none. */
function extraOf(given: unknown): string {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return '';
  const texts = Object.entries(given).filter(([, value]) => typeof value === 'string' && value !== '');
  return texts.length === 0 ? '' : JSON.stringify(Object.fromEntries(texts.slice(0, MOST_EXTRA)));
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

function readMoment(
  given: ReadonlyMap<string, unknown>,
  { receivedAt, now }: Reading,
): { text: string } | { reason: DeadReason } {
  const ts = given.get('ts');
  if (ts === undefined || ts === null || ts === '') return { text: receivedAt.toISOString() };
  const read = readValue('ts', ts, ANY_DAY);
  if ('reason' in read || read.text === '') return { reason: 'reason' in read ? read.reason : 'not_a_time' };
  const at = Date.parse(read.text) + wrongClock(given.get('sent_at'), receivedAt);
  if (at < receivedAt.getTime() - OLDEST_DAYS * DAY_MS) return { reason: 'too_old' };
  if (at > now.getTime() + AHEAD_MINUTES * MINUTE_MS) return { reason: 'too_new' };
  return { text: new Date(at).toISOString() };
}

/** Milliseconds by which the sender's clock is behind ours: every visitor's is another. None where it does not say. */
function wrongClock(sentAt: unknown, receivedAt: Date): number {
  const read = readValue('ts', sentAt, ANY_DAY);
  return 'reason' in read || read.text === '' ? 0 : receivedAt.getTime() - Date.parse(read.text);
}

/** What the event itself says comes first. */
function ofRequest(fields: Readonly<Record<string, string>>, { request, now }: Reading): Record<string, string> {
  const own: Record<string, string> = {};
  for (const [name, value] of [
    ['ip', request.ip],
    ['user_agent', request.userAgent || BLANK_AGENT],
  ] as const) {
    const read = readValue(name, value, now);
    if (fields[name] === undefined && 'text' in read && read.text !== '') own[name] = read.text;
  }
  return own;
}
