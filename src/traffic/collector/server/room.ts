import { statfs } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';

/** Events that may wait to be loaded: some minutes of a flood. */
const MOST_PENDING = 2_000_000;
/** What they may take in PostgreSQL: events of the largest size are hundreds of times those of the usual one. */
const MOST_BYTES = 2_000_000_000;
/**
 * A process of which half of the turns take longer than this has more requests than it answers: they would pile up
 * before anything of ours sees them. In thirty connections at saturation a turn takes 10 to 40 ms.
 */
const MOST_DELAY_MS = 400;
const DELAY_STEP_MS = 20;
/**
 * Bodies, unpacked, of the requests that are read or wait to be stored: as objects they take four to six times as much.
 * 1,300 requests of a hundred events each.
 */
const MOST_HELD = 48_000_000;
/** The disk keeps this much free for what is at work already; of a small one a twentieth. */
const LEAST_FREE = 2_000_000_000;
const LEAST_SHARE = 0.05;
const LOOK_MS = 1000;
const RETRY_SECONDS = 10;
/** A process that is too busy may be less so at once. */
const BUSY_SECONDS = 1;
const NS_PER_MS = 1e6;

export interface Limits {
  pending: number;
  pendingBytes: number;
  freeBytes: number;
  heldBytes: number;
  delayMs: number;
}

/** Whether there is room for more, looked at once a second. */
export class Room {
  readonly #database: Pick<Database, 'pool'>;
  readonly #folder: string;
  readonly #limits: Partial<Limits>;
  readonly #delay = monitorEventLoopDelay({ resolution: DELAY_STEP_MS });
  #held = 0;
  /** For how long senders are told to stay away; 0: come. */
  #retryAfter = 0;
  #looked = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;

  constructor(database: Pick<Database, 'pool'>, folder: string, limits: Partial<Limits> = {}) {
    this.#database = database;
    this.#folder = folder;
    this.#limits = limits;
    this.#delay.enable();
  }

  /** 503 when nothing more can be taken. */
  async require(): Promise<void> {
    if (performance.now() - this.#looked > LOOK_MS) {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined;
      });
      await this.#looking;
    }
    if (this.#retryAfter > 0) throw appError('unavailable', { retryAfter: this.#retryAfter });
  }

  /**
   * Answers a request that says of its body how much of it has come: 503 when those at work hold all there is room for.
   * Counted as it comes, for what is only announced holds nothing.
   */
  async holding<T>(work: (held: (bytes: number) => void) => Promise<T>): Promise<T> {
    let own = 0;
    const held = (bytes: number): void => {
      if (this.#held + bytes > (this.#limits.heldBytes ?? MOST_HELD))
        throw appError('unavailable', { retryAfter: BUSY_SECONDS });
      own += bytes;
      this.#held += bytes;
    };
    try {
      return await work(held);
    } finally {
      this.#held -= own;
    }
  }

  async #look(): Promise<void> {
    // Of the turns since the last look. A single long one is a pause, not a crowd.
    const delay = this.#delay.count > 1 ? this.#delay.percentile(50) / NS_PER_MS : 0;
    this.#delay.reset();
    const [{ rows }, disk] = await Promise.all([
      this.#database.pool.query<{ n: string; bytes: string }>(
        'SELECT coalesce(sum(n), 0) AS n, coalesce(sum(octet_length(events)), 0) AS bytes FROM intake_batch',
      ),
      statfs(this.#folder).catch(() => null),
    ]);
    const limits = this.#limits;
    const least = limits.freeBytes ?? Math.min(LEAST_FREE, LEAST_SHARE * (disk ? disk.blocks * disk.bsize : 0));
    const free = disk ? disk.bavail * disk.bsize : Number.POSITIVE_INFINITY;
    const isFull =
      Number(rows[0]?.n ?? 0) >= (limits.pending ?? MOST_PENDING) ||
      Number(rows[0]?.bytes ?? 0) >= (limits.pendingBytes ?? MOST_BYTES) ||
      free < least;
    const isBusy = delay > (limits.delayMs ?? MOST_DELAY_MS);
    this.#retryAfter = isFull ? RETRY_SECONDS : isBusy ? BUSY_SECONDS : 0;
    this.#looked = performance.now();
  }
}
