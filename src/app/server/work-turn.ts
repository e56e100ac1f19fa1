import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Turn, takeAlone } from '#platform/server/postgres/turns.ts';

const TRIED_EVERY_MS = 1_000;
/** One that has lost its turn has noticed by then, and ended. */
const LEFT_TO_THE_LAST_MS = 8_000;

/** Whose turn it is to work on the jobs of an installation. */
export class WorkTurn {
  readonly #pool: pg.Pool;
  readonly #onLost: () => void;
  readonly #over = new AbortController();
  #turn: Turn | null = null;

  /** `onLost` is told when another process has taken what this one had. */
  constructor(pool: pg.Pool, onLost: () => void) {
    this.#pool = pool;
    this.#onLost = onLost;
  }

  get isOurs(): boolean {
    return this.#turn !== null;
  }

  /** Whether it is this process's now. */
  async take(): Promise<boolean> {
    this.#turn = await takeAlone(this.#pool, 'jobs');
    void this.#turn?.lost.then(() => this.#retake());
    return this.isOurs;
  }

  /** Until it is this process's. @throws when it was given up */
  async wait(): Promise<void> {
    const { signal } = this.#over;
    const take = () => this.take().catch(() => false);
    while (!(await take())) await sleep(TRIED_EVERY_MS, undefined, { signal });
    await sleep(LEFT_TO_THE_LAST_MS, undefined, { signal });
  }

  /** Waits no longer, and does not take back what is lost from now on. */
  giveUp(): void {
    this.#over.abort();
  }

  leave(): void {
    this.giveUp();
    this.#turn?.leave();
  }

  /** A restart of PostgreSQL takes it from everybody: whoever had it has it again, unless another was faster. */
  async #retake(): Promise<void> {
    while (!this.#over.signal.aborted) {
      const taken = await this.take().catch(() => undefined);
      if (taken) return;
      if (taken === false) return this.#onLost();
      await sleep(TRIED_EVERY_MS);
    }
  }
}
