/**
 * What every generated event truly is, by the number of its row. Kept apart from the file: the product never sees it.
 * An event is either valid (no reason) or invalid for one of the accepted reasons, the best first.
 */
export class Labels {
  readonly #sets: (readonly string[])[] = [];
  readonly #codes = new Map<string, number>();
  #set = new Uint16Array(1 << 16);
  #source = new Uint16Array(1 << 16);
  #paid = new Uint16Array(1 << 16);
  #cost = new Float64Array(1 << 16);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /**
   * Labels the next row and returns its number, from 0. `paid`: the row reports money that came in; `cost`: what it
   * cost, in US dollars.
   */
  add(source: number, reasons: readonly string[], paid = false, cost = 0): number {
    if (this.#size === this.#set.length) {
      this.#set = grown(this.#set);
      this.#source = grown(this.#source);
      this.#paid = grown(this.#paid);
      const costs = new Float64Array(this.#cost.length * 2);
      costs.set(this.#cost);
      this.#cost = costs;
    }
    this.#set[this.#size] = this.#codeOf(reasons);
    this.#source[this.#size] = source;
    this.#paid[this.#size] = paid ? 1 : 0;
    this.#cost[this.#size] = cost;
    return this.#size++;
  }

  /** Reasons that name the row rightly; none when it is valid. */
  reasonsOf(row: number): readonly string[] {
    return row < this.#size ? (this.#sets[this.#set[row] ?? -1] ?? fail(row)) : fail(row);
  }

  sourceOf(row: number): number {
    return row < this.#size ? (this.#source[row] ?? fail(row)) : fail(row);
  }

  paid(row: number): boolean {
    return row < this.#size ? this.#paid[row] === 1 : fail(row);
  }

  costOf(row: number): number {
    return row < this.#size ? (this.#cost[row] ?? fail(row)) : fail(row);
  }

  #codeOf(reasons: readonly string[]): number {
    const key = reasons.join(' ');
    let code = this.#codes.get(key);
    if (code === undefined) {
      code = this.#sets.push(reasons) - 1;
      this.#codes.set(key, code);
    }
    return code;
  }
}

function fail(row: number): never {
  throw new RangeError(`row ${row} has no label`);
}

function grown(list: Uint16Array<ArrayBuffer>): Uint16Array<ArrayBuffer> {
  const twice = new Uint16Array(list.length * 2);
  twice.set(list);
  return twice;
}
