import { QueryCancelled } from './clickhouse/query-errors.ts';
import { appError } from './http/app-error.ts';

interface FairQueueOptions {
  /** Works under way at the same time. */
  atOnce: number;
  /** Works of one person that may wait; the next is refused. */
  waitingEach: number;
}

/** After so long a refused call may go better: what waits takes seconds each. */
const RETRY_SECONDS = 5;

/**
 * Long work in turns: person by person, and of each in order of arrival, so that who asks for forty things is in
 * nobody's way but their own. Who goes away leaves the queue at once.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  /** Who waits, the next first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #running = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** 429 with Retry-After when too many works of this person wait; QueryCancelled when the signal ends the waiting. */
  async run<T>(who: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#turn(who, signal);
    try {
      return await work();
    } finally {
      this.#running--;
      // Whoever has just had a turn comes after those who wait.
      this.#toTheEnd(who);
      this.#next();
    }
  }

  #turn(who: string, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) return Promise.reject(gone());
    if (this.#running < this.#options.atOnce) {
      this.#running++;
      return Promise.resolve();
    }
    const own = this.#waiting.get(who) ?? [];
    if (own.length >= this.#options.waitingEach)
      return Promise.reject(appError('too_many_requests', { retryAfter: RETRY_SECONDS }));
    this.#waiting.set(who, own);
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal?.removeEventListener('abort', leave);
        this.#running++;
        resolve();
      };
      const leave = (): void => {
        own.splice(own.indexOf(begin), 1);
        if (own.length === 0) this.#waiting.delete(who);
        reject(gone());
      };
      signal?.addEventListener('abort', leave, { once: true });
      own.push(begin);
    });
  }

  #next(): void {
    const [next] = this.#waiting;
    if (!next) return;
    const [who, own] = next;
    const begin = own.shift();
    this.#toTheEnd(who);
    begin?.();
  }

  #toTheEnd(who: string): void {
    const own = this.#waiting.get(who);
    this.#waiting.delete(who);
    if (own && own.length > 0) this.#waiting.set(who, own);
  }
}

const gone = (): QueryCancelled => new QueryCancelled('The caller went away', 'unavailable');
