import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp, { type Sharp } from 'sharp';
import { folderOf, required } from './packages.ts';
import { LIMITS } from './tensors.ts';
import { type FoundLine, hasUnreadLine, hasUnreadStretch, lettersOf } from './unread-text.ts';

interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}
interface ReadLine {
  bbox: Box;
  words: { text: string; confidence: number; bbox: Box }[];
}
interface Read {
  data: { blocks: { paragraphs: { lines: ReadLine[] }[] }[] | null };
}
interface Reader {
  setParameters(parameters: Record<string, string>): Promise<unknown>;
  recognize(picture: Buffer, options: object, output: object): Promise<Read>;
  terminate(): Promise<unknown>;
}
interface Tesseract {
  createWorker(languages: string, mode: number, options: object): Promise<Reader>;
}

export interface Word {
  text: string;
  /** 0 to 1. */
  confidence: number;
  place: [number, number, number, number];
}

export interface ReadText {
  words: Word[];
  /** Letters are there that make no words: of another script, as a rule. */
  isForeign: boolean;
  /** False where it was broken off: noise is full of what may be letters. */
  isWhole: boolean;
}

/** Pictures of advertisements take 1 to 5 seconds; the reader is begun anew after one that takes so long. */
const MOST_MS = 20_000;
/** What was said while models held this thread is heard first. */
const HEARD_MS = 100;
const MOST_WIDTH = 1_600;
const LEAST_WIDTH = 1_000;
/** What lies below is dark: white letters over a photo stay. */
const BRIGHT = 215;
const LEAST_CONFIDENCE = 0.7;
/**
 * Letters of other scripts are taken for short words, with up to 0.87 (20 lines in seven scripts, in three sizes); short
 * words that are there have more.
 */
const SHORT_LETTERS = 3;
const LEAST_SHORT = 0.9;
const LEAST_LETTERS = 2;

let reader: Promise<Reader> | undefined;
async function start(): Promise<Reader> {
  const { createWorker } = required<Tesseract>('tesseract.js');
  const langPath = join(await folderOf('@tesseract.js-data/eng'), '4.0.0_best_int');
  const made = await createWorker('eng', 1, { langPath, cacheMethod: 'none', gzip: true });
  // Text that is spread over a picture, in no order.
  await made.setParameters({ tessedit_pageseg_mode: '11' });
  return made;
}

/** What one sees through is read on white and on black: what stands there has to show on one of them. */
const groundsOf = async (path: string, hasAlpha: boolean): Promise<readonly ['#fff', '#000'?]> =>
  hasAlpha && !(await sharp(path, LIMITS).stats()).isOpaque ? ['#fff', '#000'] : ['#fff'];

/**
 * Words of a picture: as it is on each ground, and once more for bright letters on whatever is behind.
 * @throws NotInstalled
 */
export async function readText(path: string): Promise<ReadText> {
  reader ??= start();
  const read = await reader;
  const { width = 1, height = 1, hasAlpha = false } = await sharp(path, LIMITS).metadata();
  const wide = Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, width));
  const high = Math.max(1, Math.round((height * wide) / width));
  const [white, black] = await groundsOf(path, hasAlpha);
  const grey = (background: string) =>
    sharp(path, LIMITS).flatten({ background }).resize(wide, high, { fit: 'fill' }).greyscale();
  const looks = [
    grey(white).normalise(),
    grey(black ?? white)
      .threshold(BRIGHT)
      .negate(),
    ...(black ? [grey(black).normalise()] : []),
  ];
  const lines: ReadLine[][] = looks.map(() => []);
  const look = async (drawn: Sharp, at: number): Promise<void> => {
    lines[at] = await linesOf(read, await drawn.png({ compressionLevel: 1 }).toBuffer());
  };
  // All are asked for at once: the second does not wait until somebody has heard of the first.
  const isWhole = await inTime(Promise.all(looks.map(look)));
  if (!isWhole) {
    // A thread of its own: models stay where they are.
    reader = undefined;
    await read.terminate();
  }
  const done = lines.map((found) => wordsOf(found, wide, high));
  const words: Word[] = [];
  for (const all of done) {
    const known = new Set(words.map(({ text }) => text.toLowerCase()));
    words.push(...all.filter((one) => isSure(one) && !known.has(one.text.toLowerCase())));
  }
  // As it is on each ground: letters of another script stand on either, and what is bright alone is full of pieces.
  const isForeign = [0, 2].some((at) => {
    const unsure = (done[at] ?? []).filter((word) => !isSure(word));
    return hasUnreadLine(unsure, words, wide, high) || hasUnreadStretch((lines[at] ?? []).map(inPixels));
  });
  return { words, isForeign, isWhole };
}

const isSure = ({ text, confidence }: Pick<Word, 'text' | 'confidence'>): boolean =>
  confidence >= (lettersOf(text) <= SHORT_LETTERS ? LEAST_SHORT : LEAST_CONFIDENCE);

const widthOf = ({ x0, x1 }: Box): number => x1 - x0;
const heightOf = ({ y0, y1 }: Box): number => y1 - y0;

const inPixels = ({ bbox, words }: ReadLine): FoundLine => ({
  high: heightOf(bbox),
  words: words.map((word) => ({
    text: word.text,
    wide: widthOf(word.bbox),
    high: heightOf(word.bbox),
    isSure: isSure({ text: word.text, confidence: word.confidence / 100 }),
  })),
});

async function inTime(work: Promise<unknown>): Promise<boolean> {
  const over = new AbortController();
  const late = async (): Promise<boolean> => {
    await pause(MOST_MS, undefined, { signal: over.signal });
    await pause(HEARD_MS);
    return false;
  };
  try {
    return await Promise.race([work.then(() => true), late()]);
  } finally {
    over.abort();
    // Whoever lost may still end badly.
    work.catch(() => undefined);
  }
}

async function linesOf(read: Reader, picture: Buffer): Promise<ReadLine[]> {
  const { data } = await read.recognize(picture, {}, { blocks: true, text: false });
  return (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines));
}

const wordsOf = (lines: readonly ReadLine[], width: number, height: number): Word[] =>
  lines
    .flatMap(({ words }) => words)
    .filter(({ text }) => lettersOf(text) >= LEAST_LETTERS)
    .map(({ text, confidence, bbox: { x0, y0, x1, y1 } }) => ({
      text,
      confidence: confidence / 100,
      place: [x0 / width, y0 / height, (x1 - x0) / width, (y1 - y0) / height],
    }));
