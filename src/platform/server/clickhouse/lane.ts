import type { Asker } from '../asker.ts';
import { QueryCancelled } from './query-errors.ts';

interface Waiting<Session> {
  asker: Asker | undefined;
  enter: (session: Session) => void;
}

/** What a package or a person has of a lane. */
interface Share {
  held: number;
  /** When it last got a place, counted in places given. */
  turn: number;
}

/**
 * A queue before a fixed set of places: each holds a session that runs one query at a time, so waiting happens here,
 * and a caller who goes away leaves the queue at once. The next place goes to the package that holds fewest, or has
 * waited longest for its turn; within it to the person by the same rule; then by order of arrival. Nobody holds the
 * last place of several, so that a flood delays others by one query.
 */
export class Lane<Session> {
  readonly #free: Session[];
  readonly #waiting: Waiting<Session>[] = [];
  readonly #shares = new Map<string, Share>();
  #turns = 0;
  readonly size: number;

  constructor(sessions: readonly Session[]) {
    this.#free = [...sessions];
    this.size = sessions.length;
  }

  get running(): number {
    return this.size - this.#free.length;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  acquire(signal: AbortSignal | undefined, asker?: Asker): Promise<Session> {
    if (signal?.aborted) return Promise.reject(cancelled());
    return new Promise((resolve, reject) => {
      const enter = (session: Session) => {
        signal?.removeEventListener('abort', leave);
        resolve(session);
      };
      const waiting = { asker, enter };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(cancelled());
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiting);
      this.#admit();
    });
  }

  /** The place of `asker` is free again; its session is silent, or another one in its stead. */
  release(session: Session, asker?: Asker): void {
    this.#free.push(session);
    for (const key of keysOf(asker)) this.#shareOf(key).held--;
    this.#admit();
    if (this.#waiting.length > 0) return;
    for (const [key, { held }] of this.#shares) if (held === 0) this.#shares.delete(key);
  }

  /** Runs with a place taken: where there is only one, nobody else runs. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    const session = await this.acquire(undefined);
    try {
      return await work();
    } finally {
      this.release(session);
    }
  }

  /** Takes every session that nobody uses; their places are not given until they come back. */
  takeFree(): Session[] {
    return this.#free.splice(0);
  }

  putBack(sessions: readonly Session[]): void {
    this.#free.push(...sessions);
    this.#admit();
  }

  #admit(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      const [session] = this.#free.splice(-1);
      if (session === undefined) return;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#turns++;
      for (const key of keysOf(next.asker)) {
        const share = this.#shareOf(key);
        share.held++;
        share.turn = this.#turns;
      }
      next.enter(session);
    }
  }

  #next(): Waiting<Session> | undefined {
    if (this.#free.length === 0) return undefined;
    let best: Waiting<Session> | undefined;
    for (const each of this.#waiting)
      if (!this.#hasEnough(each.asker) && (!best || this.#comesBefore(each, best))) best = each;
    return best;
  }

  #hasEnough(asker: Asker | undefined): boolean {
    const [, person] = keysOf(asker);
    return asker !== undefined && this.size > 1 && this.#shareOf(person).held >= this.size - 1;
  }

  #comesBefore(a: Waiting<Session>, b: Waiting<Session>): boolean {
    const keysOfB = keysOf(b.asker);
    for (const [at, key] of keysOf(a.asker).entries()) {
      const [mine, theirs] = [this.#shareOf(key), this.#shareOf(keysOfB[at] ?? key)];
      const order = mine.held - theirs.held || mine.turn - theirs.turn;
      if (order !== 0) return order < 0;
    }
    return false;
  }

  #shareOf(key: string): Share {
    const share = this.#shares.get(key) ?? { held: 0, turn: 0 };
    this.#shares.set(key, share);
    return share;
  }
}

const keysOf = (asker: Asker | undefined): readonly [string, string] => [
  `package ${asker?.package ?? ''}`,
  `person ${asker?.person ?? ''}`,
];

export function cancelled(): QueryCancelled {
  return new QueryCancelled('The caller went away', 'unavailable');
}
