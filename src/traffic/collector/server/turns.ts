/** What waits, in the order it came for each sender, and senders in turn: who was served last waits longest. */
export class Turns<T> {
  /** The sender whose turn it is stands first. */
  readonly #lines = new Map<number, T[]>();

  add(sender: number, waiting: T): void {
    const line = this.#lines.get(sender);
    if (line) line.push(waiting);
    else this.#lines.set(sender, [waiting]);
  }

  get isEmpty(): boolean {
    return this.#lines.size === 0;
  }

  /**
   * Takes the next that may go. `skip`: not of this sender now, but others may; `stop`: nobody goes before it does.
   */
  next(judge: (waiting: T, sender: number) => 'go' | 'skip' | 'stop'): T | undefined {
    for (const [sender, line] of this.#lines) {
      const [first] = line;
      if (first === undefined) continue;
      const said = judge(first, sender);
      if (said === 'stop') return undefined;
      if (said === 'skip') continue;
      line.shift();
      this.#lines.delete(sender);
      if (line.length > 0) this.#lines.set(sender, line);
      return first;
    }
    return undefined;
  }
}
