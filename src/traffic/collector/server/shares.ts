/** A sender may hold this much of it whatever others hold, as long as there is any. */
const LEAST = 0.05;

/** What one sender may hold of something of which there is only so much: no more than is left for everybody else. */
const mostOf = (capacity: number, used: number): number => Math.max(capacity - used, capacity * LEAST);

/** Whether so much in the hands of one is more than its share, when all together hold `used` of it. */
export const isOverShare = (own: number, { used, capacity }: { used: number; capacity: number }): boolean =>
  own > mostOf(capacity, used);

/** Of all that senders have brought; what brings less than a twentieth is refused last. */
export const isMuch = (own: number, all: number): boolean => own > all * LEAST;

/**
 * Something of which there is only so much, and who holds what of it: one that floods has half at most, two have a third
 * each, and as much is left for the others. Senders that hold nothing are not remembered.
 */
export class Shares {
  readonly capacity: number;
  readonly #own = new Map<number, number>();
  #used = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  get used(): number {
    return this.#used;
  }

  of(sender: number): number {
    return this.#own.get(sender) ?? 0;
  }

  /** Whether there is any for it, and whether it is entitled to so much more. */
  mayTake(sender: number, n: number): 'yes' | 'full' | 'over' {
    if (this.#used + n > this.capacity) return 'full';
    return isOverShare(this.of(sender) + n, this) ? 'over' : 'yes';
  }

  take(sender: number, n: number): void {
    this.#used += n;
    this.#own.set(sender, this.of(sender) + n);
  }

  give(sender: number, n: number): void {
    this.#used -= n;
    const own = this.of(sender) - n;
    if (own > 0) this.#own.set(sender, own);
    else this.#own.delete(sender);
  }
}
