import { randomInt } from 'node:crypto';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { type Append, type Appended, appendGroup, type HashedAppend } from './append-group.ts';
import { seenHash } from './intake-sql.ts';
import { refuse } from './refuse.ts';
import { Shares } from './shares.ts';
import { Turns } from './turns.ts';

interface Waiting extends HashedAppend {
  done: (answer: Appended) => void;
  failed: (error: unknown) => void;
}

/** Commits at a time: while one is on its way to the disk, the next is on its way to the database. */
const WRITERS = 2;
/** Events of one commit: whoever comes meanwhile waits for it. */
const GROUP_EVENTS = 4000;
/** Of all that are stored or wait for it: more is refused, so memory has a bound. */
const WAITING_EVENTS = 60_000;
const MOST_WRITER = 2 ** 31 - 1;

/** Events of programs of our own have no key: those of one package are a sender. */
const senderOf = ({ keyId, packageId }: Pick<Append, 'keyId' | 'packageId'>): number => keyId ?? -packageId;

/**
 * What was acknowledged, until it is loaded: requests that come while others are written are committed together, one of
 * each sender in turn, and each is answered when its commit is. The same id of a package within a week is stored once, whichever process it
 * came to.
 */
export class IntakeLog {
  readonly #database: Pick<Database, 'pool'>;
  readonly #onStored: () => void;
  readonly #idle = Array.from({ length: WRITERS }, () => randomInt(MOST_WRITER));
  readonly #waiting = new Turns<Waiting>();
  readonly #events = new Shares(WAITING_EVENTS);

  constructor(database: Pick<Database, 'pool'>, onStored: () => void) {
    this.#database = database;
    this.#onStored = onStored;
  }

  append(request: Append): Promise<Appended> {
    const [sender, size] = [senderOf(request), request.events.length];
    const may = this.#events.mayTake(sender, size);
    if (may === 'full') return Promise.reject(appError('unavailable', { retryAfter: 1 }));
    if (may === 'over') return Promise.reject(refuse('held_at_work', {}, { as: 'unavailable', retryAfter: 1 }));
    const hashes = request.events.map(({ id }) => seenHash(request.packageId, id));
    return new Promise((done, failed) => {
      this.#waiting.add(sender, { ...request, hashes, done, failed });
      this.#events.take(sender, size);
      const writer = this.#idle.pop();
      if (writer !== undefined) void this.#write(writer);
    });
  }

  async #write(writer: number): Promise<void> {
    // What is read in the same turn goes along.
    await new Promise((go) => setImmediate(go));
    while (!this.#waiting.isEmpty) {
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
      for (const request of group) this.#events.give(senderOf(request), request.events.length);
    }
    this.#idle.push(writer);
  }

  #nextGroup(): Waiting[] {
    const group: Waiting[] = [];
    let size = 0;
    for (;;) {
      const next = this.#waiting.next(({ events }) => {
        const fits = group.length === 0 || size + events.length <= GROUP_EVENTS;
        return fits ? 'go' : 'stop';
      });
      if (!next) return group;
      group.push(next);
      size += next.events.length;
    }
  }
}
