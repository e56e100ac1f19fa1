import { type AddressRange, compareWords, nextAddress, type Words } from '#platform/contract/address-words.ts';

export interface LabelledRange extends AddressRange {
  /** Index of what the range stands for (an entry, an AS). */
  value: number;
}

/**
 * Sorted, disjoint address ranges of one family in flat words: a binary search over a typed array is five times faster
 * than an mmdb look-up and loads from a file without parsing.
 */
export class Ranges {
  readonly width: 1 | 4;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly values: Uint32Array;

  constructor(width: 1 | 4, starts: Uint32Array, ends: Uint32Array, values: Uint32Array) {
    this.width = width;
    this.starts = starts;
    this.ends = ends;
    this.values = values;
  }

  get size(): number {
    return this.values.length;
  }

  /** Value of the range that holds the address, -1 when none does or the address is of the other family. */
  find(address: Words): number {
    if (address.length !== this.width) return -1;
    return this.width === 1 ? this.findWord(address[0] ?? 0) : this.findWords(address);
  }

  /** `find` for IPv4 addresses that come in ascending order: the ranges are passed once beside them. */
  ascending(): (word: number) => number {
    const { starts, ends, values } = this;
    let at = -1;
    return (word) => {
      while ((starts[at + 1] ?? Number.POSITIVE_INFINITY) <= word) at++;
      return at < 0 || (ends[at] ?? 0) < word ? -1 : (values[at] ?? -1);
    };
  }

  private findWord(word: number): number {
    const { starts } = this;
    let low = 0;
    let high = starts.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] ?? 0) > word) high = middle - 1;
      else low = middle + 1;
    }
    if (high < 0 || (this.ends[high] ?? 0) < word) return -1;
    return this.values[high] ?? -1;
  }

  private findWords(address: Words): number {
    let low = 0;
    let high = this.values.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      if (this.compare(this.starts, middle, address) > 0) high = middle - 1;
      else low = middle + 1;
    }
    if (high < 0 || this.compare(this.ends, high, address) < 0) return -1;
    return this.values[high] ?? -1;
  }

  private compare(side: Uint32Array, index: number, address: Words): number {
    for (let i = 0; i < this.width; i++) {
      const difference = (side[index * this.width + i] ?? 0) - (address[i] ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  }
}

/**
 * Sorts and makes disjoint; where ranges overlap, the one that starts first (the wider of two) keeps the shared part.
 */
export function buildRanges(width: 1 | 4, ranges: readonly LabelledRange[]): Ranges {
  const sorted = ranges
    .filter((r) => r.start.length === width)
    .sort((a, b) => compareWords(a.start, b.start) || compareWords(b.end, a.end));
  const disjoint: LabelledRange[] = [];
  for (const range of sorted) {
    const last = disjoint.at(-1);
    if (!last || compareWords(last.end, range.start) < 0) disjoint.push(range);
    else if (compareWords(range.end, last.end) > 0) disjoint.push({ ...range, start: nextAddress(last.end) });
  }
  return new Ranges(
    width,
    Uint32Array.from(disjoint.flatMap((r) => r.start)),
    Uint32Array.from(disjoint.flatMap((r) => r.end)),
    Uint32Array.from(disjoint, (r) => r.value),
  );
}

/** Ranges of both families that explain themselves: what matched is the entry as it was written. */
export class NetworkSet {
  private readonly families: readonly Ranges[];
  private readonly labels: readonly string[];

  constructor(entries: readonly { range: AddressRange; label: string }[]) {
    this.labels = entries.map((e) => e.label);
    const labelled = entries.map((e, value) => ({ ...e.range, value }));
    this.families = [buildRanges(1, labelled), buildRanges(4, labelled)];
  }

  /** IPv4 addresses at which the answer may change. */
  edges(): number[] {
    const [v4] = this.families;
    if (!v4) return [];
    const after = [...v4.ends].filter((end) => end < 0xffffffff).map((end) => end + 1);
    return [...v4.starts, ...after];
  }

  /** The entry that holds the address, '' when none does. */
  find(address: Words): string {
    const family = this.families[address.length === 1 ? 0 : 1];
    return this.labels[family?.find(address) ?? -1] ?? '';
  }
}
