const CATEGORY_COLOURS = 8;

const hash = (text: string): number => {
  let sum = 2166136261;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 16777619);
  return sum >>> 0;
};

export type CategoryToken = `category-${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}` | 'category-other';

export const CATEGORY_TOKENS = [
  'category-1',
  'category-2',
  'category-3',
  'category-4',
  'category-5',
  'category-6',
  'category-7',
  'category-8',
] as const;

/**
 * A colour per value, decided by the value: a publisher keeps its colour from card to card and day to day. Two values
 * that want the same colour in one chart are told apart by giving the later one (by name) the next free colour; the
 * ninth and later are "other".
 */
export function categoryTokens(values: readonly string[]): Map<string, CategoryToken> {
  const taken = new Set<number>();
  const tokens = new Map<string, CategoryToken>();
  for (const value of [...new Set(values.slice(0, CATEGORY_COLOURS))].sort()) {
    let slot = hash(value) % CATEGORY_COLOURS;
    while (taken.has(slot)) slot = (slot + 1) % CATEGORY_COLOURS;
    taken.add(slot);
    tokens.set(value, CATEGORY_TOKENS[slot] ?? 'category-other');
  }
  for (const value of values.slice(CATEGORY_COLOURS)) tokens.set(value, 'category-other');
  return tokens;
}
