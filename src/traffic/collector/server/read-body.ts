import type { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { appError } from '#platform/server/http/app-error.ts';
import { isDeeper } from '#platform/server/http/is-deeper.ts';
import { MAX_BODY_BYTES, MAX_EVENTS } from '#traffic/collector/contract/ingest.ts';
import { refuse } from './refuse.ts';
import type { Visit } from './visits.ts';

/** A body of a megabyte takes 30 s over 0.3 Mbit/s. */
const SLOWEST_MS = 30_000;
/** Until then the answer has gone out. */
const ANSWER_MS = 1_000;

/** An event is flat; what nests deeper than a list of lists is none. */
const MAX_DEPTH = 8;

const tooLarge = () => refuse('body_too_large', { n: MAX_BODY_BYTES / 1024 }, { as: 'too_large' });

interface How {
  contentLength: number | null;
  encoding: string | undefined;
  visit: Pick<Visit, 'take' | 'turn'>;
  /** Milliseconds a body may take to arrive. */
  slowestMs?: number;
}

/** The events of a request as they were sent. Throws what is wrong with it as a whole. */
export async function readEvents(body: Readable, how: How): Promise<unknown[]> {
  const events = eventsIn(parseJson(await readBody(body, how), MAX_DEPTH));
  if (events.length === 0) throw refuse('no_events', {}, { as: 'malformed' });
  if (events.length > MAX_EVENTS) throw refuse('too_many_events', { n: MAX_EVENTS }, { as: 'too_large' });
  return events;
}

/** What a request carries, unpacked when its turn has come. */
export async function readBody(
  body: Readable,
  { contentLength, encoding, visit, slowestMs = SLOWEST_MS }: How,
): Promise<Buffer> {
  if ((contentLength ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const bytes = await bytesOf(body, visit, slowestMs);
  await visit.turn();
  const whole = unpacked(bytes, encoding);
  if (whole.length > bytes.length) visit.take(whole.length - bytes.length);
  return whole;
}

const gone = () => new Error('The sender went away');

/** By its events: an iterator over a body of one part takes longer than all else that is done to read it. */
function bytesOf(body: Readable, visit: Pick<Visit, 'take'>, slowestMs: number): Promise<Buffer> {
  if (body.destroyed) return Promise.reject(gone());
  return new Promise((done, failed) => {
    const parts: Buffer[] = [];
    let size = 0;
    const take = (part: Buffer): void => {
      size += part.length;
      try {
        if (size > MAX_BODY_BYTES) throw tooLarge();
        visit.take(part.length);
        parts.push(part);
      } catch (error) {
        over();
        failed(error);
      }
    };
    const end = (): void => {
      over();
      done(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts));
    };
    // Whoever sends a byte a second would hold a connection, and what is read of the body, for hours.
    const late = setTimeout(() => {
      over();
      failed(refuse('body_too_slow', { n: slowestMs / 1000 }, { as: 'malformed' }));
      setTimeout(() => body.destroy(), ANSWER_MS).unref();
    }, slowestMs);
    const leave = (): void => {
      over();
      failed(gone());
    };
    const over = (): void => {
      clearTimeout(late);
      body.off('data', take).off('end', end).off('close', leave);
    };
    // What breaks stays listened to: without it the end of a body that nobody reads any more would end the process.
    body.on('data', take).on('end', end).on('close', leave).on('error', failed);
  });
}

function unpacked(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === undefined || encoding === '' || encoding === 'identity') return bytes;
  if (encoding !== 'gzip') throw appError('unsupported_media');
  try {
    // It stops when there is more, however well it is packed.
    return gunzipSync(bytes, { maxOutputLength: MAX_BODY_BYTES });
  } catch (error) {
    const isMore = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw isMore ? tooLarge() : refuse('not_packed', {}, { as: 'malformed' });
  }
}

export function parseJson(bytes: Buffer, deepest: number): unknown {
  const parsed = parse(bytes);
  if (isDeeper(parsed, deepest)) throw appError('malformed');
  return parsed;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw refuse('body_not_json', {}, { as: 'malformed' });
  }
}

function eventsIn(parsed: unknown): unknown[] {
  if (Array.isArray(parsed)) return parsed;
  if (typeof parsed !== 'object' || parsed === null) return [];
  // `events` is the name of no column.
  return 'events' in parsed && Array.isArray(parsed.events) ? parsed.events : [parsed];
}
