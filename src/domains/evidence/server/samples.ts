import type { EvidenceEvent } from './evidence-events.ts';

const EXAMPLES = 5;

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
      if (own.size < EXAMPLES && !own.has(way)) own.set(way, row_id);
    }
  }

  /** Ids of five events, of as many buckets as there are in their order. */
  ids(buckets: readonly string[]): string[] {
    const lists = buckets.map((bucket) => [...(this.#ofBucket.get(bucket)?.values() ?? [])]);
    const ids: string[] = [];
    for (let round = 0; round < EXAMPLES; round++)
      for (const list of lists) {
        const id = list[round];
        if (id !== undefined && ids.length < EXAMPLES) ids.push(id);
      }
    return ids;
  }
}
