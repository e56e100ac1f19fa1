import { outlierBound, SCALED_DEVIATION } from './statistics.ts';

/**
 * What a number of values say without one of them, for each of them in logarithmic time: sorted once, leaving one out
 * shifts what stands behind it by one place. Answers are those of `median` and `robustMedian` over the others, to the
 * bit.
 */
export class LeaveOneOut {
  readonly #sorted: readonly number[];
  /** Sorted distances from a value. Medians without one value are few, whatever the number of values. */
  readonly #distances = new Map<number, LeaveOneOut>();

  constructor(values: readonly number[]) {
    this.#sorted = [...values].sort((a, b) => a - b);
  }

  get count(): number {
    return this.#sorted.length;
  }

  /** Of all without `own`, which must be one of the values; of all when absent. Null when nothing is left. */
  median(own?: number): number | null {
    return this.#medianBetween(0, this.#sorted.length, own);
  }

  /** The median of what is left after outliers were taken out too. */
  robustMedian(own?: number): number | null {
    const middle = this.median(own);
    if (middle === null) return null;
    const reach = outlierBound(middle, this.#medianDistance(middle, own)) - middle;
    const from = this.#firstWhere((value) => value >= middle || middle - value <= reach);
    const to = this.#firstWhere((value) => value > middle && value - middle > reach);
    const isKept = own !== undefined && Math.abs(own - middle) <= reach;
    return this.#medianBetween(from, to, isKept ? own : undefined);
  }

  /** Median absolute deviation from `middle` as an estimate of the standard deviation of a normal distribution. */
  deviation(middle: number, own?: number): number {
    return SCALED_DEVIATION * this.#medianDistance(middle, own);
  }

  #medianDistance(middle: number, own: number | undefined): number {
    let distances = this.#distances.get(middle);
    if (!distances) {
      distances = new LeaveOneOut(this.#sorted.map((value) => Math.abs(value - middle)));
      this.#distances.set(middle, distances);
    }
    return distances.median(own === undefined ? undefined : Math.abs(own - middle)) ?? 0;
  }

  #medianBetween(from: number, to: number, own: number | undefined): number | null {
    const isWhole = own === undefined;
    const left = isWhole ? this.#sorted.length : this.#firstWhere((value) => value >= own);
    const count = to - from - (isWhole ? 0 : 1);
    if (count < 1) return null;
    const at = (place: number) => this.#sorted[from + place < left ? from + place : from + place + 1];
    const [low, high] = [at(Math.floor((count - 1) / 2)), at(Math.ceil((count - 1) / 2))];
    return low === undefined || high === undefined ? null : (low + high) / 2;
  }

  /** First place at which it holds; it must hold from there on. */
  #firstWhere(holds: (value: number) => boolean): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (holds(this.#sorted[middle] ?? Number.POSITIVE_INFINITY)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
