/** Every four hex digits there are: ids are half of what the generator writes. */
const HEX = Array.from({ length: 65536 }, (_, bits) => bits.toString(16).padStart(4, '0'));

/**
 * Small seeded generator (sfc32). The demo must come out the same on every machine, so nothing here may look at the
 * clock or at Math.random.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number, purpose = '') {
    let hash = 2166136261 ^ seed;
    for (const letter of purpose) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619);
    this.#a = seed | 0;
    this.#b = hash | 0;
    this.#c = Math.imul(hash, 0x9e3779b1) | 0;
    // The first numbers still resemble the seed.
    for (let i = 0; i < 12; i++) this.uint32();
  }

  uint32(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return sum >>> 0;
  }

  /** 0 included, 1 excluded. */
  next(): number {
    return this.uint32() / 4294967296;
  }

  /** Whole number, both ends included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    const item = list[Math.floor(this.next() * list.length)];
    if (item === undefined) throw new Error('cannot pick from an empty list');
    return item;
  }

  /** Waiting time with the given mean. */
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.next());
  }

  logNormal(median: number, sigma: number): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
    return median * Math.exp(sigma * normal);
  }

  hex(digits: number): string {
    let text = '';
    while (text.length < digits) {
      const bits = this.uint32();
      text += `${HEX[bits >>> 16]}${HEX[bits & 0xffff]}`;
    }
    return text.slice(0, digits);
  }

  /** Version 4 form, as advertising ids have it. */
  uuid(): string {
    const h = this.hex(32);
    const variant = '89ab'[this.int(0, 3)];
    return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-${variant}${h.slice(17, 20)}-${h.slice(20)}`;
  }
}

/** Draws from a list by weight; the running sums are made once. */
export function weighted<T>(items: readonly T[], weightOf: (item: T) => number): (random: Random) => T {
  let total = 0;
  const sums = items.map((item) => {
    total += weightOf(item);
    return total;
  });
  return (random) => {
    const at = random.next() * total;
    const item = items[sums.findIndex((sum) => at < sum)];
    if (item === undefined) throw new Error('cannot draw from an empty list');
    return item;
  };
}
