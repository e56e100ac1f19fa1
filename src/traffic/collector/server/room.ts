import { statfs } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { refuse } from './refuse.ts';
import { isMuch, isOverShare, type Shares } from './shares.ts';
import type { Visits } from './visits.ts';

/** Events that may wait to be loaded: some minutes of a flood. */
const MOST_PENDING = 2_000_000;
/** What they may take in PostgreSQL: events of the largest size are hundreds of times those of the usual one. */
const MOST_BYTES = 2_000_000_000;
/**
 * A process of which half of the turns take longer than this has more requests than it answers: they would pile up
 * before anything of ours sees them. In thirty connections at saturation a turn takes 10 to 40 ms.
 */
const MOST_DELAY_MS = 400;
/** Those that send most are refused when it is this part of that, so that the others never come to feel it. */
const BEHIND_PART = 0.25;
const DELAY_STEP_MS = 20;
/** Who has brought less between two looks is not what a server falls behind for. */
const MUCH_BYTES = 1_000_000;
/** The disk keeps this much free for what is at work already; of a small one a twentieth. */
const LEAST_FREE = 2_000_000_000;
const LEAST_SHARE = 0.05;
const LOOK_MS = 1000;
/** Until then requests go by the last look while the next one is on its way. */
const STALE_MS = 2000;
const RETRY_SECONDS = 10;
/** A process that is too busy may be less so at once. */
const BUSY_SECONDS = 1;
const NS_PER_MS = 1e6;

export interface Limits {
  pending: number;
  pendingBytes: number;
  freeBytes: number;
  delayMs: number;
}

/** What waits of one key; of all of them where there is no key. */
interface Pending {
  key_id: number | null;
  n: string;
  bytes: string;
}

/** Whether there is room for more, of all and of one key, looked at once a second. */
export class Room {
  readonly #database: Pick<Database, 'pool'>;
  readonly #folder: string;
  readonly #limits: Partial<Limits>;
  readonly #visits: Pick<Visits, 'came'>;
  readonly #delay = monitorEventLoopDelay({ resolution: DELAY_STEP_MS });
  /** For how long senders are told to stay away; 0: come. */
  #retryAfter = 0;
  /** Keys of which more waits to be loaded than their share: a few at most, as only so many can have a twentieth. */
  #overShare: ReadonlySet<number> = new Set();
  #isBehind = false;
  /** Bytes that came between the last two looks. */
  #came: Pick<Shares, 'of' | 'used'>;
  #looked = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;

  constructor(
    database: Pick<Database, 'pool'>,
    visits: Pick<Visits, 'came'>,
    folder: string,
    limits: Partial<Limits> = {},
  ) {
    this.#database = database;
    this.#visits = visits;
    this.#came = visits.came();
    this.#folder = folder;
    this.#limits = limits;
    this.#delay.enable();
  }

  /** 503 when nothing more can be taken, or nothing more of this key. */
  async require(keyId: number): Promise<void> {
    const age = performance.now() - this.#looked;
    if (age > LOOK_MS)
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined;
      });
    if (age > STALE_MS) await this.#looking;
    else this.#looking?.catch(() => {});
    if (this.#retryAfter > 0) throw appError('unavailable', { retryAfter: this.#retryAfter });
    if (this.#overShare.has(keyId)) throw refuse('held_loading', {}, { as: 'unavailable', retryAfter: RETRY_SECONDS });
    const [own, all] = [this.#came.of(keyId), this.#came.used];
    // Who sends alone hurts nobody.
    if (this.#isBehind && own < all && own > MUCH_BYTES && isMuch(own, all))
      throw refuse('held_behind', {}, { as: 'unavailable', retryAfter: BUSY_SECONDS });
  }

  async #look(): Promise<void> {
    // Of the turns since the last look. A single long one is a pause, not a crowd.
    const delay = this.#delay.count > 1 ? this.#delay.percentile(50) / NS_PER_MS : 0;
    this.#delay.reset();
    this.#came = this.#visits.came();
    const { pending = MOST_PENDING, pendingBytes = MOST_BYTES, freeBytes, delayMs = MOST_DELAY_MS } = this.#limits;
    const [{ rows }, disk] = await Promise.all([
      this.#database.pool.query<Pending>(
        `WITH own AS (SELECT key_id, sum(n) AS n, sum(octet_length(events)) AS bytes FROM intake_batch GROUP BY key_id)
         SELECT NULL::int AS key_id, coalesce(sum(n), 0) AS n, coalesce(sum(bytes), 0) AS bytes FROM own
         UNION ALL (SELECT key_id, n, bytes FROM own WHERE key_id IS NOT NULL ORDER BY n DESC LIMIT 20)
         UNION (SELECT key_id, n, bytes FROM own WHERE key_id IS NOT NULL ORDER BY bytes DESC LIMIT 20)`,
      ),
      statfs(this.#folder).catch(() => null),
    ]);
    const all = rows.find(({ key_id }) => key_id === null);
    const events = { used: Number(all?.n ?? 0), capacity: pending };
    const bytes = { used: Number(all?.bytes ?? 0), capacity: pendingBytes };
    this.#overShare = new Set(
      rows.flatMap(({ key_id, ...own }) => {
        const isOver = isOverShare(Number(own.n), events) || isOverShare(Number(own.bytes), bytes);
        return key_id !== null && isOver ? [key_id] : [];
      }),
    );
    const least = freeBytes ?? Math.min(LEAST_FREE, LEAST_SHARE * (disk ? disk.blocks * disk.bsize : 0));
    const free = disk ? disk.bavail * disk.bsize : Number.POSITIVE_INFINITY;
    const isFull = events.used >= events.capacity || bytes.used >= bytes.capacity || free < least;
    this.#retryAfter = isFull ? RETRY_SECONDS : delay > delayMs ? BUSY_SECONDS : 0;
    this.#isBehind = delay > delayMs * BEHIND_PART;
    this.#looked = performance.now();
  }
}
