/** Sets of code points as sorted, disjoint, inclusive ranges: what a character class of a regular expression means. */
export type CodePoints = readonly (readonly [number, number])[];

const LAST = 0x10ffff;

export const ANYTHING: CodePoints = [[0, LAST]];
export const DIGIT: CodePoints = [[48, 57]];
export const WORD: CodePoints = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
/** RE2's `\s`: five ASCII characters, unlike JavaScript's. */
export const SPACE: CodePoints = [
  [9, 10],
  [12, 13],
  [32, 32],
];

export const only = (codePoint: number): CodePoints => [[codePoint, codePoint]];

export function union(...sets: CodePoints[]): CodePoints {
  const merged: [number, number][] = [];
  for (const [low, high] of sets.flat().sort((a, b) => a[0] - b[0])) {
    const previous = merged.at(-1);
    if (previous && low <= previous[1] + 1) previous[1] = Math.max(previous[1], high);
    else merged.push([low, high]);
  }
  return merged;
}

export function complement(set: CodePoints): CodePoints {
  const gaps: [number, number][] = [];
  let next = 0;
  for (const [low, high] of set) {
    if (low > next) gaps.push([next, low - 1]);
    next = high + 1;
  }
  if (next <= LAST) gaps.push([next, LAST]);
  return gaps;
}

export const includes = (set: CodePoints, codePoint: number): boolean =>
  set.some(([low, high]) => low <= codePoint && codePoint <= high);

/** Both cases of every ASCII letter in the set, and the two characters beyond ASCII that Unicode folds onto k and s. */
export function ignoringCase(set: CodePoints): CodePoints {
  const extra: [number, number][] = [];
  for (const [low, high] of set) {
    const upper: [number, number] = [Math.max(low, 65), Math.min(high, 90)];
    const lower: [number, number] = [Math.max(low, 97), Math.min(high, 122)];
    if (upper[0] <= upper[1]) extra.push([upper[0] + 32, upper[1] + 32]);
    if (lower[0] <= lower[1]) extra.push([lower[0] - 32, lower[1] - 32]);
  }
  const folded = union(set, extra);
  const kelvin = includes(folded, 107) ? only(0x212a) : [];
  const longS = includes(folded, 115) ? only(0x17f) : [];
  return union(folded, kelvin, longS);
}

export const intersects = (a: CodePoints, b: CodePoints): boolean =>
  a.some(([low, high]) => b.some(([from, to]) => low <= to && from <= high));
