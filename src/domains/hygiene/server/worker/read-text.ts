import { join } from 'node:path';
import sharp from 'sharp';
import { folderOf, required } from './packages.ts';
import { LIMITS } from './tensors.ts';

interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}
interface Read {
  data: {
    blocks: { paragraphs: { lines: { words: { text: string; confidence: number; bbox: Box }[] }[] }[] }[] | null;
  };
}
interface Reader {
  setParameters(parameters: Record<string, string>): Promise<unknown>;
  recognize(picture: Buffer, options: object, output: object): Promise<Read>;
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

const MOST_WIDTH = 1_600;
const LEAST_WIDTH = 1_000;
/** What lies below is dark: white letters over a photo stay. */
const BRIGHT = 215;
const LEAST_CONFIDENCE = 70;
const LEAST_LETTERS = 2;
/** Letters and digits of any script. */
const LETTER = /[\p{L}\p{N}]/gu;

let reader: Promise<Reader> | undefined;
async function start(): Promise<Reader> {
  const { createWorker } = required<Tesseract>('tesseract.js');
  const langPath = join(await folderOf('@tesseract.js-data/eng'), '4.0.0_best_int');
  const made = await createWorker('eng', 1, { langPath, cacheMethod: 'none', gzip: true });
  // Text that is spread over a picture, in no order.
  await made.setParameters({ tessedit_pageseg_mode: '11' });
  return made;
}

/** Words of a picture: as it is, and once more for bright letters on whatever is behind. @throws NotInstalled */
export async function readText(path: string): Promise<Word[]> {
  reader ??= start();
  const read = await reader;
  const { width = 1, height = 1 } = await sharp(path, LIMITS).rotate().metadata();
  const wide = Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, width));
  const high = Math.max(1, Math.round((height * wide) / width));
  const grey = () => sharp(path, LIMITS).rotate().flatten({ background: '#fff' }).resize(wide, high).greyscale();
  // Both are asked for at once: the second does not wait until somebody has heard of the first.
  const [words, bright] = await Promise.all(
    [grey().normalise(), grey().threshold(BRIGHT).negate()].map(async (drawn) =>
      wordsOf(read, await drawn.png({ compressionLevel: 1 }).toBuffer(), wide, high),
    ),
  );
  const known = new Set(words?.map(({ text }) => text.toLowerCase()));
  return [...(words ?? []), ...(bright ?? []).filter(({ text }) => !known.has(text.toLowerCase()))];
}

async function wordsOf(read: Reader, picture: Buffer, width: number, height: number): Promise<Word[]> {
  const { data } = await read.recognize(picture, {}, { blocks: true, text: false });
  const all = (data.blocks ?? []).flatMap(({ paragraphs }) =>
    paragraphs.flatMap(({ lines }) => lines.flatMap(({ words }) => words)),
  );
  return all
    .filter(
      ({ text, confidence }) => confidence >= LEAST_CONFIDENCE && (text.match(LETTER)?.length ?? 0) >= LEAST_LETTERS,
    )
    .map(({ text, confidence, bbox: { x0, y0, x1, y1 } }) => ({
      text,
      confidence: confidence / 100,
      place: [x0 / width, y0 / height, (x1 - x0) / width, (y1 - y0) / height],
    }));
}
