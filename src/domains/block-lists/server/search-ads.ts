/** Events of an address, or of all addresses of a network, in the newest 30 days of data. */
export interface Counted {
  fraud: number;
  clean: number;
}

export interface Counts {
  address: (value: string) => Counted;
  /** By the three numbers that a network of 256 addresses begins with. */
  network: (start: string) => Counted;
}

interface Line {
  text: string;
  fraud: number;
  entries: number;
}

const V4 = /^(\d+\.\d+\.\d+)\.\d+$/;

/**
 * Addresses as search-ad platforms take them, at most so many: the worst first. Where they do not fit, addresses of one
 * network of 256 become that network, first where it hits the fewest clean events beside, and no more of them in all
 * than `cleanAllowed`. The star in place of the last number is what Google Ads and Microsoft Advertising read.
 */
export function exclusions(
  values: readonly string[],
  counts: Counts,
  { most, cleanAllowed }: { most: number; cleanAllowed: number },
): { lines: string[]; leftOut: number } {
  const joined = values.length > most ? networksToJoin(values, counts, { most, cleanAllowed }) : new Set<string>();
  const lines = new Map<string, Line>();
  for (const value of values) {
    const start = startOf(value);
    const text = start !== undefined && joined.has(start) ? `${start}.*` : starred(value);
    const line = lines.get(text) ?? { text, fraud: 0, entries: 0 };
    lines.set(text, { text, fraud: line.fraud + counts.address(value).fraud, entries: line.entries + 1 });
  }
  const worst = [...lines.values()].sort((a, b) => b.fraud - a.fraud);
  const kept = worst.slice(0, most);
  return {
    lines: kept.map(({ text }) => text),
    leftOut: values.length - kept.reduce((sum, { entries }) => sum + entries, 0),
  };
}

const startOf = (value: string): string | undefined => V4.exec(value)?.[1];

/** A network of 256 addresses as it is joined; others as they are. */
const starred = (value: string): string => value.replace(/^(\d+\.\d+\.\d+)\.0\/24$/, '$1.*');

function networksToJoin(
  values: readonly string[],
  counts: Counts,
  { most, cleanAllowed }: { most: number; cleanAllowed: number },
): Set<string> {
  const members = new Map<string, string[]>();
  for (const value of values) {
    const start = startOf(value);
    if (start !== undefined) members.set(start, [...(members.get(start) ?? []), value]);
  }
  const candidates = [...members]
    .filter(([, inside]) => inside.length > 1)
    .map(([start, inside]) => {
      const own = inside.reduce((sum, value) => sum + counts.address(value).clean, 0);
      return { start, saves: inside.length - 1, beside: Math.max(0, counts.network(start).clean - own) };
    })
    .sort((a, b) => a.beside / a.saves - b.beside / b.saves || b.saves - a.saves);
  const joined = new Set<string>();
  let left = values.length - most;
  let clean = cleanAllowed;
  for (const { start, saves, beside } of candidates) {
    if (left <= 0) break;
    if (beside > clean) continue;
    joined.add(start);
    left -= saves;
    clean -= beside;
  }
  return joined;
}
