import type { Readable } from 'node:stream';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { type DeadReason, kindNamed, UNKNOWN_NAMED } from '#traffic/collector/contract/ingest.ts';
import { type IngestAnswer, ingestEndpoints } from '#traffic/collector/contract/live-endpoints.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import type { IntakeLog } from './intake-log.ts';
import { KnownKeys } from './known-keys.ts';
import { readEvents } from './read-body.ts';
import { type DeadEvent, type LiveEvent, type Reading, readEvent } from './read-event.ts';
import { refuse } from './refuse.ts';
import { type Limits, Room } from './room.ts';

export interface CollectorParts {
  database: Database;
  intakeLog: IntakeLog;
  dataFolder: string;
  now: () => Date;
  collectorLimits?: (Partial<Limits> & { eventsPerSecond?: number }) | undefined;
}

/** Events a key may send in a second, over all its requests to this process. */
const EVENTS_PER_SECOND = 50_000;
const NAME_LENGTH = 100;

export function collectorRoutes(parts: CollectorParts): Route[] {
  const { database, intakeLog, dataFolder, now, collectorLimits: limits = {} } = parts;
  const keys = new KnownKeys(database, now, limits.eventsPerSecond ?? EVENTS_PER_SECOND);
  const room = new Room(database, dataFolder, limits);
  return implement(ingestEndpoints)({
    ingest: ({ params, query, upload, request }) =>
      drained(upload, async () => {
        const { headers } = request;
        const sender = await keys.sender(query.write_key ?? keyIn(headers), one(headers['origin']));
        await room.require();
        const kind = kindNamed(params.kind, sender.platform);
        if (!kind) throw refuse('no_such_kind', { kinds: EVENT_KINDS.join(', ') }, { as: 'malformed', field: 'kind' });
        const encoding = one(headers['content-encoding']);
        const raw = await readEvents(upload, { contentLength: request.contentLength, encoding });
        keys.count(sender, raw.length);
        const at = now();
        const userAgent = one(headers['user-agent']) ?? '';
        const read = readAll(raw, { receivedAt: at, now: at, request: { ip: request.ip, userAgent } });
        const { keyId, packageId, packageName } = sender;
        const { events, dead } = read;
        const stored = await intakeLog.append({ keyId, packageId, packageName, kind, receivedAt: at, events, dead });
        return { ...stored, rejected: read.rejected, unknown_fields: read.unknown };
      }),
  });
}

/** The rest of a refused body is read and dropped: a sender that still sends would not hear the answer. */
async function drained<T>(body: Readable, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    body.resume();
  }
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

const keyIn = (headers: Headers): string | undefined =>
  one(headers['x-write-key']) ?? one(headers['authorization'])?.replace(/^Bearer\s+/i, '');

interface ReadAll {
  events: LiveEvent[];
  dead: DeadEvent[];
  rejected: IngestAnswer['rejected'];
  unknown: IngestAnswer['unknown_fields'];
}

/** Each event by itself: a bad one does not refuse its neighbours. */
export function readAll(raw: readonly unknown[], reading: Reading): ReadAll {
  const names = new Set<string>();
  const all: ReadAll = { events: [], dead: [], rejected: [], unknown: { count: 0, names: [] } };
  for (const [index, each] of raw.entries()) {
    const event = readEvent(each, reading, (name) => names.add(name));
    if ('fields' in event) all.events.push(event);
    else {
      all.dead.push(event);
      all.rejected.push({ index, field: event.field, reason: event.reason satisfies DeadReason });
    }
  }
  const shown = [...names].slice(0, UNKNOWN_NAMED).map((name) => name.slice(0, NAME_LENGTH));
  all.unknown = { count: names.size, names: shown };
  return all;
}
