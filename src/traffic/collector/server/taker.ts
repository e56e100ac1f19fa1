import type { Readable } from 'node:stream';
import { AppError } from '#platform/server/http/app-error.ts';
import type { Metrics } from '#platform/server/metrics.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { HELD_BACK, MAX_EVENTS, UNKNOWN_NAMED } from '#traffic/collector/contract/ingest.ts';
import type { IngestAnswer } from '#traffic/collector/contract/live-endpoints.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { BROWSER_KINDS } from '#traffic/rules/server/event-kinds.ts';
import type { IntakeLog } from './intake-log.ts';
import { KnownKeys, type Sender } from './known-keys.ts';
import { type LiveEvent, NO_FIELD, NO_KIND, readEvent, unreadable } from './read-event.ts';
import { refuse } from './refuse.ts';
import { type Limits, Room } from './room.ts';
import { SenderNotes } from './sender-notes.ts';
import { isUnfilled } from './unfilled.ts';
import { type Visit, Visits } from './visits.ts';

export interface TakerParts {
  database: Database;
  intakeLog: IntakeLog;
  dataFolder: string;
  now: () => Date;
  metrics: Pick<Metrics, 'refused'>;
  collectorLimits?: (Partial<Limits> & { eventsPerSecond?: number; heldBytes?: number }) | undefined;
}

/** One event as it was sent, in the names of the columns (`readEvent`), and the kind it is; null when nobody knows. */
export interface SentEvent {
  kind: EventKind | null;
  event: unknown;
  /** Nothing of the message is known to the protocol: what it would become is made of constants alone. */
  isEmpty?: boolean;
}

/** Of the request: what events take from it, and whose key it brings. */
export interface Sending {
  key: string | undefined;
  origin: string | undefined;
  ip: string;
  userAgent: string;
  /** Lets pages of the origin read the answer. */
  readableBy?: ((origin: string) => void) | undefined;
}

/** Events a key may send in a second, over all its requests to this process. */
const EVENTS_PER_SECOND = 50_000;
const NAME_LENGTH = 100;

/**
 * What every way in goes through, whatever protocol it speaks: the key, room for more, each event held to its columns,
 * the quota, and the log. It answers when what it counts as accepted is stored.
 */
export class Taker {
  readonly #keys: KnownKeys;
  readonly #room: Room;
  readonly #visits: Visits;
  readonly #parts: TakerParts;
  readonly #notes: SenderNotes;

  constructor(parts: TakerParts) {
    const { database, now, dataFolder, collectorLimits: limits = {} } = parts;
    this.#parts = parts;
    this.#notes = new SenderNotes(database, now);
    this.#keys = new KnownKeys(database, now, limits.eventsPerSecond ?? EVENTS_PER_SECOND, this.#notes);
    this.#visits = new Visits(limits.heldBytes);
    this.#room = new Room(database, this.#visits, dataFolder, limits);
  }

  /**
   * A request, of which `work` says what has come of it. The rest of a body that is refused is read and dropped: a sender
   * that still sends would not hear the answer.
   */
  async serving<T>(body: Readable | undefined, work: (visit: Visit) => Promise<T>): Promise<T> {
    return this.#visits.receive(async (visit) => {
      try {
        return await work(visit);
      } catch (error) {
        if (error instanceof AppError && error.code === 'unavailable') this.#refused(visit.sender, error);
        throw error;
      } finally {
        body?.resume();
      }
    });
  }

  #refused(keyId: number, { told }: AppError): void {
    const why = HELD_BACK.find((each) => told?.code === `held_${each}`);
    this.#parts.metrics.refused(why ?? 'full');
    if (why) this.#notes.add(keyId, 'held_back', why);
  }

  /**
   * Who may send: 401 for a wrong or revoked key, 403 for a page that may not, 503 when nothing more can be taken, or
   * nothing more of this key while others send.
   */
  async admit({ key, origin, readableBy }: Sending, visit: Visit): Promise<Sender> {
    const sender = await this.#keys.sender(key, origin);
    if (origin !== undefined) readableBy?.(origin);
    visit.of(sender.keyId);
    await this.#room.require(sender.keyId);
    return sender;
  }

  /** Who asks without leaving anything: it counts as one event of the key, and needs no room where events wait. */
  async know({ key, origin }: Sending, visit: Visit): Promise<Sender> {
    const sender = await this.#keys.sender(key, origin);
    visit.of(sender.keyId);
    this.#keys.count(sender, 1);
    return sender;
  }

  /** Reads what an admitted sender has sent: what is wrong with all of it is noted for whoever set it up. */
  async reading<T>(sender: Sender, kind: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError && error.status < 500) {
        if (error.told?.code === 'no_such_kind') this.#notes.add(sender.keyId, 'no_such_kind', kind);
        else this.#notes.add(sender.keyId, 'unreadable');
      }
      throw error;
    }
  }

  /** Each event by itself: a bad one does not refuse its neighbours, and becomes a dead letter. */
  async take(sender: Sender, sending: Sending, sent: readonly SentEvent[]): Promise<IngestAnswer> {
    if (sent.length > MAX_EVENTS) throw refuse('too_many_events', { n: MAX_EVENTS }, { as: 'too_large' });
    this.#keys.count(sender, sent.length);
    const at = this.#parts.now();
    const { events, dead, rejected, unknown, agentless, unfilled } = readAll(sent, sender, {
      receivedAt: at,
      now: at,
      request: sending,
    });
    const { keyId, packageId, packageName } = sender;
    const stored = await this.#parts.intakeLog
      .append({ keyId, packageId, packageName, receivedAt: at, events, dead })
      .catch((error: unknown) => {
        // Revoked since it was last looked at.
        if (error instanceof AppError && error.told?.code === 'wrong_key') this.#notes.add(keyId, 'revoked');
        throw error;
      });
    this.#notes.sent(keyId, sent.length);
    for (const name of unknown.names) this.#notes.add(keyId, 'unknown_field', name);
    for (const [kind, n] of agentless) this.#notes.add(keyId, 'no_agent', kind, n);
    for (const [field, n] of unfilled) this.#notes.add(keyId, 'unfilled_macro', field, n);
    return { ...stored, rejected, unknown_fields: unknown };
  }
}

function readAll(sent: readonly SentEvent[], { platform }: Sender, reading: Parameters<typeof readEvent>[1]) {
  const names = new Set<string>();
  const events: Parameters<IntakeLog['append']>[0]['events'][number][] = [];
  const dead: Parameters<IntakeLog['append']>[0]['dead'][number][] = [];
  const rejected: IngestAnswer['rejected'] = [];
  const agentless = new Map<EventKind, number>();
  const unfilled = new Map<string, number>();
  for (const [index, { kind, event: raw, isEmpty }] of sent.entries()) {
    const fault = isEmpty ? NO_FIELD : kind === null ? NO_KIND : undefined;
    const event = fault ? unreadable(raw, reading, fault) : readEvent(raw, reading, (name) => names.add(name));
    // A letter has a kind, too: it stands among those of what is nothing in particular.
    const as = kind ?? (platform === 'web' ? 'web_event' : 'app_event');
    if ('fields' in event) {
      events.push({ ...event, kind: as });
      if (platform === 'web' && lacksAgent(as, event)) agentless.set(as, (agentless.get(as) ?? 0) + 1);
      for (const [name, value] of Object.entries(event.fields))
        if (isUnfilled(value)) unfilled.set(name, (unfilled.get(name) ?? 0) + 1);
    } else {
      dead.push({ ...event, kind: as });
      rejected.push({ index, field: event.field, reason: event.reason });
    }
  }
  const shown = [...names].slice(0, UNKNOWN_NAMED).map((name) => name.slice(0, NAME_LENGTH));
  return { events, dead, rejected, unknown: { count: names.size, names: shown }, agentless, unfilled };
}

const OF_BROWSERS: ReadonlySet<EventKind> = new Set(BROWSER_KINDS);

/** Not looked at for being a browser, and likely only because its sender, a server, does not pass the agent on. */
const lacksAgent = (kind: EventKind, { fields }: LiveEvent): boolean =>
  OF_BROWSERS.has(kind) && !fields['user_agent'] && !fields['device_model'] && !fields['declared_os'];
