import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import type { Locale } from '#platform/contract/locales.ts';
import { unpackedFont } from './woff.ts';

const require = createRequire(import.meta.url);

interface Face {
  normal: string;
  bold: string;
}

const fontsource = (family: string, subset: string, bold: number): Face => {
  const file = (weight: number) =>
    require.resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`);
  return { normal: file(400), bold: file(bold) };
};

/**
 * The face of the product, and who stands in for letters it does not have. The files are those of whole scripts and not
 * variable: of these the writer keeps only the letters that occur.
 */
const FILES = {
  Inter: fontsource('inter', 'latin', 600),
  InterExtended: fontsource('inter', 'latin-ext', 600),
  Roboto: {
    normal: require.resolve('pdfmake/build/fonts/Roboto/Roboto-Regular.ttf'),
    bold: require.resolve('pdfmake/build/fonts/Roboto/Roboto-Medium.ttf'),
  },
  Japanese: fontsource('noto-sans-jp', 'japanese', 700),
  Chinese: fontsource('noto-sans-sc', 'chinese-simplified', 700),
} as const satisfies Record<string, Face>;
export type FaceName = keyof typeof FILES;
export const FACES: readonly FaceName[] = ['Inter', 'InterExtended', 'Roboto', 'Japanese', 'Chinese'];

const read = new Map<string, Buffer>();

/** The bytes of a face, unpacked; read when a letter first needs it. */
export function faceBytes(name: FaceName, weight: keyof Face): Buffer {
  const path = FILES[name][weight];
  const found = read.get(path) ?? unpackedFont(readFileSync(path));
  read.set(path, found);
  return found;
}

/**
 * Characters that Chinese and Japanese share look as the reader knows them. Their faces have Latin letters of their own:
 * beside those of another face lines would not stand at one height.
 */
const ORDER: Readonly<Partial<Record<Locale, readonly FaceName[]>>> = {
  ja: ['Japanese', 'Inter', 'InterExtended', 'Roboto', 'Chinese'],
  zh: ['Chinese', 'Inter', 'InterExtended', 'Roboto', 'Japanese'],
};

const opened = new Map<FaceName, Font>();

function fontOf(name: FaceName): Font {
  const found = opened.get(name) ?? opening(name);
  opened.set(name, found);
  return found;
}

function opening(name: FaceName): Font {
  const font = create(faceBytes(name, 'normal'));
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`The file of ${name} holds several fonts`);
  return font;
}

export interface Run {
  text: string;
  face: FaceName;
}

/** Stands for what no face can show; of the faces one alone has it. */
const UNKNOWN = { text: '\ufffd', face: 'Roboto' } as const;
const JOINS = /^(?:\p{M}|\u200d|\ufe0e|\ufe0f)$/u;

/** The parts of a text by the face that has their letters; what none has becomes a mark that says so. */
export function spell(text: string, locale: Locale): Run[] {
  const { [locale]: order = FACES } = ORDER;
  const runs: Run[] = [];
  for (const letter of text) {
    const last = runs.at(-1);
    if (last && JOINS.test(letter)) {
      if (has(last.face, letter)) last.text += letter;
      continue;
    }
    const face = faceOf(letter, order, last?.face);
    const shown = face ? letter : UNKNOWN.text;
    const own = face ?? UNKNOWN.face;
    if (last?.face === own) last.text += shown;
    else runs.push({ text: shown, face: own });
  }
  return runs;
}

/** Letters of a text that would become that mark, or would be left out, each once: for what must say all it says. */
export function unprintable(text: string): string[] {
  const missing = new Set<string>();
  let last: FaceName | undefined;
  for (const letter of text) {
    if (letter === '\n') continue;
    if (JOINS.test(letter)) {
      if (!last || !has(last, letter)) missing.add(letter);
      continue;
    }
    last = faceOf(letter, FACES, last);
    if (!last) missing.add(letter);
  }
  return [...missing];
}

const has = (face: FaceName, letter: string): boolean => fontOf(face).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);

/** Blanks and marks of punctuation stay in the face of the word before them. */
function faceOf(letter: string, order: readonly FaceName[], last: FaceName | undefined): FaceName | undefined {
  if (last && /[\s\p{P}\p{N}]/u.test(letter) && has(last, letter)) return last;
  return order.find((face) => has(face, letter));
}

const DIGIT = '0';
/** By which digits in columns are wider than the widest beside text. */
const IN_COLUMNS = 1.03;
const widths = new Map<string, number>();

/** Of one letter, in its size. */
function advance(letter: string, face: FaceName): number {
  const key = `${face}${letter}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  const font = fontOf(face);
  // Digits stand in columns: each is as wide as the widest.
  const drawn = /\d/.test(letter) ? DIGIT : letter;
  const width = font.glyphForCodePoint(drawn.codePointAt(0) ?? 0).advanceWidth / font.unitsPerEm;
  const room = /\d/.test(letter) ? width * IN_COLUMNS : width;
  widths.set(key, room);
  return room;
}

/**
 * Width of a text in a size, for what is laid out before it is written. Letter by letter, without what pairs of them draw
 * together: the rules of a face of twenty thousand letters take a thousand times as long.
 */
export const widthOf = (text: string, size: number, locale: Locale): number =>
  spell(text, locale).reduce(
    (sum, { text: part, face }) => sum + [...part].reduce((all, letter) => all + advance(letter, face) * size, 0),
    0,
  );
