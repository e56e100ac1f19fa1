import type { AppError } from '#platform/server/http/app-error.ts';
import type { OverLimit } from '#traffic/collector/contract/ingest.ts';
import { refuse } from './refuse.ts';

export interface Quota {
  /** Events a second, on average. */
  perSecond: number;
  /** Events a day (UTC); null for any number. */
  perDay: number | null;
}

const DAY_MS = 86_400_000;

/**
 * What a key may still send, in this process. A request goes through while anything is left, whatever its size, and what
 * it took beyond that has to pass before the next: a list that is longer than the limit of a second is not refused for ever.
 */
export class Allowance {
  #left: number | undefined;
  #at = 0;
  #day = 0;
  #today = 0;

  /** Events of today as the database knows them, other processes' included. */
  learn(now: Date, today: number): void {
    this.#day = Math.floor(now.getTime() / DAY_MS);
    this.#today = today;
  }

  /** 429 with the limit and the seconds to wait. */
  spend({ perSecond, perDay }: Quota, events: number, now: Date): void {
    const at = performance.now();
    const left = Math.min(perSecond, (this.#left ?? perSecond) + ((at - this.#at) / 1000) * perSecond);
    this.#at = at;
    this.#left = left;
    if (left <= 0) throw over('second', perSecond, Math.max(1, -left / perSecond));
    const day = Math.floor(now.getTime() / DAY_MS);
    if (day !== this.#day) this.learn(now, 0);
    if (perDay !== null && this.#today + events > perDay)
      throw over('day', perDay, ((day + 1) * DAY_MS - now.getTime()) / 1000);
    this.#left = left - events;
    this.#today += events;
  }
}

const over = (limit: OverLimit, n: number, retryAfter: number): AppError =>
  refuse(
    limit === 'second' ? 'over_second' : 'over_day',
    { n },
    { as: 'too_many_requests', field: `per_${limit}`, retryAfter },
  );
