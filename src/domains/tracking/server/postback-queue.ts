import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { ConversionGuard } from './guard-conversion.ts';
import type { LiveCampaigns } from './live-campaigns.ts';
import type { Postback } from './read-postback.ts';
import { type Taken, takePostbacks } from './take-postbacks.ts';

interface Waiting {
  postback: Postback;
  done: (taken: Taken) => void;
  failed: (error: unknown) => void;
}

const WRITERS = 2;
const GROUP = 500;
const MOST_WAITING = 20_000;

export interface QueueParts {
  database: Database;
  liveCampaigns: LiveCampaigns;
  linkGuard: ConversionGuard;
  loadWake: { wake(): void };
}

/** Postbacks that come while others are written are taken together; each is answered when its commit is. */
export class PostbackQueue {
  readonly #parts: QueueParts;
  #idle = WRITERS;
  #waiting: Waiting[] = [];

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  /** 503 for what is not stored: the sender comes again. */
  take(postback: Postback): Promise<Taken> {
    if (this.#waiting.length >= MOST_WAITING) return Promise.reject(appError('unavailable', { retryAfter: 1 }));
    return new Promise((done, failed) => {
      this.#waiting.push({ postback, done, failed });
      if (this.#idle > 0) {
        this.#idle--;
        void this.#write();
      }
    });
  }

  async #write(): Promise<void> {
    // What is read in the same turn goes along.
    await new Promise((go) => setImmediate(go));
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, GROUP);
      try {
        const { database, liveCampaigns, linkGuard, loadWake } = this.#parts;
        const taken = await takePostbacks(
          database,
          // A secret or an event of a moment ago counts, and so does one that was taken away.
          liveCampaigns.newest(),
          group.map(({ postback }) => postback),
          { linkGuard },
        );
        for (const [place, one] of taken.entries()) group[place]?.done(one);
        loadWake.wake();
      } catch {
        for (const { failed } of group) failed(appError('unavailable', { retryAfter: 1 }));
      }
    }
    this.#idle++;
  }
}
