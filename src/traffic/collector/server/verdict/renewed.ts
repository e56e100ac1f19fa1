/** Asked for anew in the background from this age on, so that whoever asks often never waits for it. */
const SOON_MS = 5_000;
/** Nothing older is answered. */
export const OLDEST_MS = 10_000;

/** What is loaded when it is first asked for, and never older than ten seconds. */
export class Renewed<V> {
  readonly #load: (before: V | undefined) => Promise<V>;
  readonly #oldest: number;
  #value: { value: V; at: number } | undefined;
  #loading: Promise<V> | undefined;

  /** `load` gets what it loaded last, and may answer the same where nothing has changed. */
  constructor(load: (before: V | undefined) => Promise<V>, oldestMs: number = OLDEST_MS) {
    this.#load = load;
    this.#oldest = oldestMs;
  }

  async get(): Promise<V> {
    const held = this.#value;
    const age = held ? performance.now() - held.at : Number.POSITIVE_INFINITY;
    if (!held || age >= this.#oldest) return this.#renew();
    // A failure in the background is met by whoever asks when the value has become too old.
    if (age >= SOON_MS) this.#renew().catch(() => {});
    return held.value;
  }

  /** What there is, whatever its age; where there is nothing, or it is old, it is loaded for the next who asks. */
  held(): V | undefined {
    const held = this.#value;
    if (!held || performance.now() - held.at >= SOON_MS) this.#renew().catch(() => {});
    return held?.value;
  }

  /** Whether `get` would answer without loading. */
  get isFresh(): boolean {
    return this.#value !== undefined && performance.now() - this.#value.at < this.#oldest;
  }

  #renew(): Promise<V> {
    this.#loading ??= this.#loaded().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #loaded(): Promise<V> {
    // What changes while it is loaded may be missing from it.
    const at = performance.now();
    const value = await this.#load(this.#value?.value);
    this.#value = { value, at };
    return value;
  }
}
