import { cancelled } from './lane.ts';

interface Waiting {
  share: number;
  enter: () => void;
}

/**
 * The memory of the engine in shares. Whoever may hold a share of it waits until that much is left, in order: if the
 * engine came to its end, it would break off whichever statement asks next, an import as well as a board.
 */
export class MemoryBudget {
  #left: number;
  readonly #waiting: Waiting[] = [];

  constructor(total = 1) {
    this.#left = total;
  }

  /** Gives back what was taken; call it once. Rejects when the caller goes away before its turn. */
  async take(share: number, signal?: AbortSignal): Promise<() => void> {
    if (this.#waiting.length > 0 || !this.#fits(share)) await this.#turn(share, signal);
    else this.#left -= share;
    return () => {
      this.#left += share;
      this.#admit();
    };
  }

  /** Sums of fractions are not exact. */
  #fits(share: number): boolean {
    return share <= this.#left + 1e-9;
  }

  #turn(share: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(cancelled());
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(cancelled());
        this.#admit();
      };
      const enter = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const waiting = { share, enter };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiting);
    });
  }

  #admit(): void {
    for (let next = this.#waiting[0]; next && this.#fits(next.share); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#left -= next.share;
      next.enter();
    }
  }
}
