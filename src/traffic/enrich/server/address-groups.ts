import type { Lists } from '#traffic/lists/server/lists.ts';
import type { Ranges } from '#traffic/lists/server/ranges.ts';
import type { IpFacts } from './enrich.ts';

/**
 * IPv4 addresses with the same facts, told apart by number alone. Millions of addresses share a few ten thousand
 * answers: what decides is the network, the country and between which edges of the other lists an address lies; the
 * full look-up is made once per combination.
 */
export class AddressGroups {
  readonly #facts: IpFacts[] = [];
  readonly #read: (words: readonly number[]) => IpFacts;
  readonly #networks: Ranges;
  readonly #countries: Ranges;
  readonly #edges: Uint32Array;
  /** By stretch between edges; then by network and country. */
  readonly #groups: Map<number, number>[] = [];

  constructor(lists: Lists, read: (words: readonly number[]) => IpFacts) {
    this.#read = read;
    this.#networks = lists.networks.blocks();
    this.#countries = lists.countryBlocks();
    const sets = [
      lists.reserved,
      ...lists.crawlers.map(({ set }) => set),
      ...[...lists.relays, ...lists.vpns, ...lists.datacenters].map(({ set }) => set),
    ];
    // The address 0.0.0.0 means "not reported".
    this.#edges = Uint32Array.from(new Set([0, 1, ...sets.flatMap((set) => set.edges())])).sort();
  }

  factsOf(group: number): IpFacts {
    const facts = this.#facts[group];
    if (!facts) throw new RangeError(`No group ${group}`);
    return facts;
  }

  /**
   * The groups of addresses that come in ascending order, one call each. All ranges are passed once beside them, and
   * none is searched.
   */
  ascending(): (word: number) => number {
    const edges = this.#edges;
    const networkAt = this.#networks.ascending();
    const countryAt = this.#countries.ascending();
    let stretch = 0;
    let lastKey = -1;
    let lastGroup = -1;
    return (word) => {
      const from = stretch;
      while ((edges[stretch + 1] ?? Number.POSITIVE_INFINITY) <= word) stretch++;
      // A network number has 32 bits, so the country's index makes 42: exact in a double.
      const key = Math.max(0, networkAt(word)) * 1024 + countryAt(word);
      if (stretch === from && key === lastKey) return lastGroup;
      lastKey = key;
      lastGroup = this.#groupOf(stretch, key, word);
      return lastGroup;
    };
  }

  #groupOf(stretch: number, key: number, word: number): number {
    const groups = this.#groups[stretch] ?? new Map<number, number>();
    this.#groups[stretch] = groups;
    const known = groups.get(key);
    if (known !== undefined) return known;
    const group = this.#facts.push(this.#read([word])) - 1;
    groups.set(key, group);
    return group;
  }
}
