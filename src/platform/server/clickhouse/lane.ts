import { QueryCancelled } from './query-errors.ts';

/**
 * A queue before a fixed set of sessions: one session runs one query at a time, so waiting happens
 * here, in order, and a caller who goes away leaves the queue at once.
 */
export class Lane<Session> {
  readonly #free: Session[];
  readonly #waiting: ((session: Session) => void)[] = [];
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

  acquire(signal: AbortSignal | undefined): Promise<Session> {
    if (signal?.aborted) return Promise.reject(cancelled());
    const session = this.#free.pop();
    if (session) return Promise.resolve(session);
    return new Promise((resolve, reject) => {
      const turn = (next: Session) => {
        signal?.removeEventListener('abort', leave);
        resolve(next);
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1);
        reject(cancelled());
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(turn);
    });
  }

  release(session: Session): void {
    const next = this.#waiting.shift();
    if (next) next(session);
    else this.#free.push(session);
  }
}

export function cancelled(): QueryCancelled {
  return new QueryCancelled('The caller went away', 'unavailable');
}
