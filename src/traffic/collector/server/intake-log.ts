import { randomInt } from 'node:crypto';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { type Append, type Appended, appendGroup, type HashedAppend } from './append-group.ts';
import { seenHash } from './intake-sql.ts';
import { refuse } from './refuse.ts';

interface Waiting extends HashedAppend {
  done: (answer: Appended) => void;
  failed: (error: unknown) => void;
}

/** Commits at a time: while one is on its way to the disk, the next is on its way to the database. */
const WRITERS = 2;
/** Events of one commit, and of all that may wait for one: more is refused, so memory has a bound. */
const GROUP_EVENTS = 20_000;
const WAITING_EVENTS = 60_000;
const MOST_WRITER = 2 ** 31 - 1;

/**
 * What was acknowledged, until it is loaded: requests that come while others are written are committed together, and
 * each is answered when its commit is. The same id of a package within a week is stored once, whichever process it
 * came to.
 */
export class IntakeLog {
  readonly #database: Pick<Database, 'pool'>;
  readonly #onStored: () => void;
  readonly #idle = Array.from({ length: WRITERS }, () => randomInt(MOST_WRITER));
  #waiting: Waiting[] = [];
  #events = 0;

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
      const writer = this.#idle.pop();
      if (writer !== undefined) void this.#write(writer);
    });
  }

  async #write(writer: number): Promise<void> {
    // What is read in the same turn goes along.
    await new Promise((go) => setImmediate(go));
    while (this.#waiting.length > 0) {
      const group = this.#nextGroup();
      try {
        const answers = await appendGroup(this.#database.pool, group, writer);
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
    this.#idle.push(writer);
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
