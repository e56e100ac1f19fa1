/** Devices remembered; of a flood the oldest are forgotten first. */
const MOST_KNOWN = 200_000;

/** Which device has clicked a link just before, in this process. */
export class Repeated {
  readonly #last = new Map<string, number>();

  /** Whether the same came less than so long ago; what is asked is remembered. */
  isAgain(key: string, at: number, withinMs: number): boolean {
    if (withinMs <= 0) return false;
    const before = this.#last.get(key);
    if (before !== undefined && at - before < withinMs) return true;
    // Anew at the end, so that the first of the map is the oldest.
    this.#last.delete(key);
    this.#last.set(key, at);
    if (this.#last.size > MOST_KNOWN) {
      const [oldest] = this.#last.keys();
      if (oldest !== undefined) this.#last.delete(oldest);
    }
    return false;
  }
}
