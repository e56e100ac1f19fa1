/** Rows handed from one writer to another that reads them as they come: who gives waits until they were taken. */
export class Passage<T> implements AsyncIterable<T> {
  #waiting: (() => void) | undefined;
  #given: readonly T[] | undefined;
  #taken: (() => void) | undefined;
  #ended = false;
  #failed: { error: unknown } | undefined;

  /** @throws what the reader failed with */
  async give(group: readonly T[]): Promise<void> {
    this.#requireReader();
    const taken = new Promise<void>((resolve) => {
      this.#taken = resolve;
    });
    this.#given = group;
    this.#waiting?.();
    await taken;
    this.#requireReader();
  }

  #requireReader(): void {
    if (this.#failed) throw this.#failed.error;
  }

  end(): void {
    this.#ended = true;
    this.#waiting?.();
  }

  /** The reader is gone: nobody waits for it any more. */
  fail(error: unknown): void {
    this.#failed = { error };
    this.#taken?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      if (!this.#given && !this.#ended)
        await new Promise<void>((resolve) => {
          this.#waiting = resolve;
        });
      this.#waiting = undefined;
      if (!this.#given) return;
      const group = this.#given;
      this.#given = undefined;
      yield* group;
      this.#taken?.();
    }
  }
}
