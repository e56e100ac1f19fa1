import type { EvidenceEvent } from './evidence-events.ts';

/** Held of each bucket, and looked at in all: of some nothing explains the verdict any more. */
const OF_BUCKET = 5;
const LOOKED_AT = 15;

type Kept = Pick<EvidenceEvent, 'row_id' | 'bucket' | 'reason' | 'hits'>;

/**
 * Claimed events to be told in words: of each bucket the first that rules hit in a way none before it was hit. Never more
 * than a handful of each is held.
 */
export class Samples {
  readonly #ofBucket = new Map<string, Map<string, string>>();

  add(events: readonly Kept[]): void {
    for (const { row_id, bucket, reason, hits } of events) {
      const own = this.#ofBucket.get(bucket) ?? new Map<string, string>();
      this.#ofBucket.set(bucket, own);
      const way = `${reason} ${hits.join(' ')}`;
      if (own.size < OF_BUCKET && !own.has(way)) own.set(way, row_id);
    }
  }

  /** Ids of events of as many buckets as there are, in the order of these. */
  ids(buckets: readonly string[]): string[] {
    const lists = buckets.map((bucket) => [...(this.#ofBucket.get(bucket)?.values() ?? [])]);
    const ids: string[] = [];
    for (let round = 0; round < OF_BUCKET; round++)
      for (const list of lists) {
        const id = list[round];
        if (id !== undefined && ids.length < LOOKED_AT) ids.push(id);
      }
    return ids;
  }
}
