import { LeaveOneOut } from './leave-one-out.ts';

/** Fewer other publishers than this are no measure of what is usual. */
export const LEAST_PEERS = 3;
/** Trusted events from which their distribution is taken as it is. */
export const TRUSTED_EVENTS = 500;

/** One value of each publisher, to tell what is usual among the others. */
export class ByPublisher {
  readonly #values: ReadonlyMap<string, number>;
  readonly #all: LeaveOneOut;

  constructor(values: Iterable<readonly [publisher: string, value: number]>) {
    this.#values = new Map(values);
    this.#all = new LeaveOneOut([...this.#values.values()]);
  }

  /** The median without outliers; null among too few. */
  usual(publisher: string): number | null {
    const own = this.#values.get(publisher);
    return this.#all.count - (own === undefined ? 0 : 1) < LEAST_PEERS ? null : this.#all.robustMedian(own);
  }

  deviation(publisher: string, from: number): number {
    return this.#all.deviation(from, this.#values.get(publisher));
  }
}
