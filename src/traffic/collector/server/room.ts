import { statfs } from 'node:fs/promises';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';

/** Events that may wait to be loaded: some minutes of a flood, and less than a gigabyte. */
const MOST_PENDING = 2_000_000;
/** The disk keeps this much free for what is at work already; of a small one a twentieth. */
const LEAST_FREE = 2_000_000_000;
const LEAST_SHARE = 0.05;
const LOOK_MS = 1000;
const RETRY_SECONDS = 10;

export interface Limits {
  pending: number;
  freeBytes: number;
}

/** Whether there is room for more, looked at once a second. */
export class Room {
  readonly #database: Pick<Database, 'pool'>;
  readonly #folder: string;
  readonly #limits: Partial<Limits>;
  #full = false;
  #looked = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;

  constructor(database: Pick<Database, 'pool'>, folder: string, limits: Partial<Limits> = {}) {
    this.#database = database;
    this.#folder = folder;
    this.#limits = limits;
  }

  /** 503 when nothing more can be taken. */
  async require(): Promise<void> {
    if (performance.now() - this.#looked > LOOK_MS) {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined;
      });
      await this.#looking;
    }
    if (this.#full) throw appError('unavailable', { retryAfter: RETRY_SECONDS });
  }

  async #look(): Promise<void> {
    const [{ rows }, disk] = await Promise.all([
      this.#database.pool.query<{ n: string }>('SELECT coalesce(sum(n), 0) AS n FROM intake_batch'),
      statfs(this.#folder).catch(() => null),
    ]);
    const least = this.#limits.freeBytes ?? Math.min(LEAST_FREE, LEAST_SHARE * (disk ? disk.blocks * disk.bsize : 0));
    const free = disk ? disk.bavail * disk.bsize : Number.POSITIVE_INFINITY;
    this.#full = Number(rows[0]?.n ?? 0) >= (this.#limits.pending ?? MOST_PENDING) || free < least;
    this.#looked = performance.now();
  }
}
