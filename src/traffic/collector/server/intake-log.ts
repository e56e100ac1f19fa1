import { appError } from '#platform/server/http/app-error.ts';
import type { Client, Database } from '#platform/server/postgres/postgres.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import {
  type Batch,
  Counts,
  insertBatches,
  insertDead,
  inTransaction,
  newIds,
  seenHash,
  validKeys,
} from './intake-sql.ts';
import type { DeadEvent, LiveEvent } from './read-event.ts';
import { refuse } from './refuse.ts';

/** Events of one request. */
interface Append {
  /** Null for what a person tries. */
  keyId: number | null;
  packageId: number;
  packageName: string;
  receivedAt: Date;
  events: readonly (LiveEvent & OfKind)[];
  dead: readonly (DeadEvent & OfKind)[];
}

interface OfKind {
  kind: EventKind;
}

interface Appended {
  accepted: number;
  duplicates: number;
}

interface Waiting extends Append {
  hashes: readonly string[];
  done: (answer: Appended) => void;
  failed: (error: unknown) => void;
}

/** How long the first of a group waits for others; a commit alone takes about as long. */
const GATHER_MS = 2;
/** Events of one commit, and of all that may wait for one: more is refused, so memory has a bound. */
const GROUP_EVENTS = 20_000;
const WAITING_EVENTS = 100_000;

/**
 * What was acknowledged, until it is loaded: requests that come at the same time are committed together, and each is
 * answered when its commit is. The same id of a package within a week is stored once, whichever process it came to.
 */
export class IntakeLog {
  readonly #database: Pick<Database, 'pool'>;
  readonly #onStored: () => void;
  #waiting: Waiting[] = [];
  #events = 0;
  #running = false;

  constructor(database: Pick<Database, 'pool'>, onStored: () => void) {
    this.#database = database;
    this.#onStored = onStored;
  }

  append(request: Append): Promise<Appended> {
    if (this.#events > WAITING_EVENTS) return Promise.reject(appError('unavailable', { retryAfter: 1 }));
    const hashes = request.events.map(({ id }) => seenHash(request.packageId, id));
    return new Promise((done, failed) => {
      this.#waiting.push({ ...request, hashes, done, failed });
      this.#events += request.events.length;
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    await new Promise((go) => setTimeout(go, GATHER_MS));
    while (this.#waiting.length > 0) {
      const group = this.#nextGroup();
      try {
        const answers = await inTransaction(this.#database.pool, (client) => store(client, group));
        for (const [index, answer] of answers.entries()) {
          if (answer) group[index]?.done(answer);
          else group[index]?.failed(refuse('wrong_key', {}, { as: 'not_signed_in' }));
        }
        this.#onStored();
      } catch {
        // Nothing of the group is stored, or nobody can say: the same ids may come again.
        for (const { failed } of group) failed(appError('unavailable', { retryAfter: 1 }));
      }
      for (const { events } of group) this.#events -= events.length;
    }
    this.#running = false;
  }

  #nextGroup(): Waiting[] {
    let events = 0;
    let count = 0;
    for (const request of this.#waiting) {
      if (count > 0 && events + request.events.length > GROUP_EVENTS) break;
      events += request.events.length;
      count++;
    }
    return this.#waiting.splice(0, count);
  }
}

/** Answers by request; null for one whose key was revoked meanwhile. */
async function store(client: Client, group: readonly Waiting[]): Promise<(Appended | null)[]> {
  const valid = await validKeys(
    client,
    group.map(({ keyId }) => keyId),
  );
  const allowed = group.filter(({ keyId }) => keyId === null || valid.has(keyId));
  const [first] = allowed;
  if (!first) return group.map(() => null);
  const fresh = await newIds(
    client,
    allowed.flatMap(({ hashes }) => hashes),
    first.receivedAt,
  );
  const batches = new Map<string, Batch>();
  const counts = new Counts();
  const answers = new Map<Waiting, Appended>();
  for (const request of allowed) {
    const { packageName, receivedAt, dead } = request;
    // Each id is taken from the set by the first that has it.
    const events = request.events.filter((_, index) => fresh.delete(request.hashes[index] ?? ''));
    const answer = { accepted: events.length, duplicates: request.events.length - events.length };
    answers.set(request, answer);
    counts.add(packageName, { ...answer, dead: dead.length });
    for (const { kind, ...event } of events) {
      const key = `${kind} ${packageName}`;
      const batch = batches.get(key) ?? { packageName, kind, receivedAt, events: [] };
      batch.events.push(event);
      batches.set(key, batch);
    }
  }
  await insertBatches(client, [...batches.values()]);
  await insertDead(
    client,
    allowed.flatMap(({ packageName, receivedAt, dead }) =>
      dead.map((each) => ({ packageName, kind: each.kind, receivedAt, dead: each })),
    ),
  );
  await counts.write(client, first.receivedAt);
  return group.map((request) => answers.get(request) ?? null);
}
