/** What may be a word. */
interface Written {
  text: string;
  /** Left, top, width and height as shares of the picture. */
  place: readonly [number, number, number, number];
}

/** Letters and digits of any script. */
const LETTER = /[\p{L}\p{N}]/gu;

export const lettersOf = (text: string): number => text.match(LETTER)?.length ?? 0;

/**
 * So many letters beside each other that make no sure word: chosen on lines in eight scripts (6 to 26) and forty other
 * pictures (photographs: 6 at the most). A single short word of another script is missed.
 */
const UNREAD_LETTERS = 7;

interface Box {
  letters: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const heightOf = ({ top, bottom }: Box): number => bottom - top;

/** Of one line: beside it, at its height, and nearly as high. */
function follows(last: Box, next: Box): boolean {
  const [least, most] = [heightOf(last), heightOf(next)].sort((a, b) => a - b);
  if (least === undefined || most === undefined) return false;
  const shared = Math.min(last.bottom, next.bottom) - Math.max(last.top, next.top);
  const gap = next.left - last.right;
  return shared > 0.5 * least && most < 1.8 * least && gap < 1.5 * most && gap > -0.3 * most;
}

/**
 * Whether a line stands there that was not read: what looks like words of English, and surely is none. Not where more
 * than twice as much was read: small print is often read in part.
 */
export function hasUnreadLine(
  unsure: readonly Written[],
  sure: readonly Written[],
  wide: number,
  high: number,
): boolean {
  const boxes = unsure
    .map(({ text, place: [x, y, width, height] }): Box => {
      const [left, top] = [x * wide, y * high];
      return { letters: lettersOf(text), left, right: left + width * wide, top, bottom: top + height * high };
    })
    .sort((a, b) => a.left - b.left);
  const lines: Box[][] = [];
  for (const box of boxes) {
    const line = lines.find((one) => follows(one.at(-1) ?? box, box));
    if (line) line.push(box);
    else lines.push([box]);
  }
  const longest = Math.max(0, ...lines.map((line) => line.reduce((sum, { letters }) => sum + letters, 0)));
  const read = sure.reduce((sum, { text }) => sum + lettersOf(text), 0);
  return longest >= UNREAD_LETTERS && longest * 2 >= read;
}

/** A line as the reader found it, in pixels. */
export interface FoundLine {
  high: number;
  words: readonly { text: string; wide: number; high: number; isSure: boolean }[];
}

/** Drawn letters of nine scripts: 9.5 to 14.7 times as wide as high, 5 letters and more. */
const LONGEST_WORD = 8;
/** Of twelve photographs the longest with letters at all: 6.7, of 2 of them. */
const STRETCH_LETTERS = 4;
const LEAST_HIGH = 12;

const widthOf = (words: FoundLine['words']): number => words.reduce((sum, { wide }) => sum + wide, 0);

/**
 * Whether a line goes on for longer than one word without a sure one: signs of scripts that English has hardly any
 * letter for, Korean above all, are read as few. Not where more than twice as much of the width was read.
 */
export function hasUnreadStretch(lines: readonly FoundLine[]): boolean {
  const read = widthOf(lines.flatMap(({ words }) => words.filter(({ isSure }) => isSure)));
  return lines.some(({ high, words }) => {
    const unsure = words.filter((word) => !word.isSure && word.high > high / 2);
    const letters = unsure.reduce((sum, { text }) => sum + lettersOf(text), 0);
    const wide = widthOf(unsure);
    return letters >= STRETCH_LETTERS && high >= LEAST_HIGH && wide >= LONGEST_WORD * high && wide * 2 >= read;
  });
}
