/** The process that looks at pictures: models are loaded when the first picture needs them, and stay. */
import { setPriority } from 'node:os';
import sharp from 'sharp';
import { looksOf } from './colours.ts';
import { findMarks } from './marks.ts';
import { NotInstalled, required } from './packages.ts';
import { readText, type Word } from './read-text.ts';
import type { FromWorker, PictureTask, Seen, SeenPart, ToWorker } from './tasks.ts';
import { findFaces, findThings, LIMITS, rateNudity } from './tensors.ts';

/** Boards come first: this waits where there is not enough for both. */
const NICE = 10;
/** What has not begun after so long is left out. */
const LATE_MS = 30_000;
/** Beyond so much it ends after its task, and the next begins anew. */
const MOST_BYTES = 1_000 * 1024 * 1024;

try {
  setPriority(NICE);
} catch {
  // Not every system lets a process step back.
}
sharp.concurrency(1);
sharp.cache(false);

class Unreadable extends Error {}

async function hashOf(path: string): Promise<string> {
  const phash = required<(picture: string, options: object) => Promise<string>>('sharp-phash');
  return phash(path, LIMITS);
}

/** What a package does, or its name where it is not there. */
interface Part<T> {
  got?: T;
  missing?: string;
}

async function part<T>(wanted: boolean, run: () => Promise<T>): Promise<Part<T>> {
  if (!wanted) return {};
  try {
    return { got: await run() };
  } catch (error) {
    if (error instanceof NotInstalled) return { missing: error.missing };
    throw error;
  }
}

async function look({ path, ...wanted }: PictureTask): Promise<Seen> {
  const looks = await looksOf(path).catch((error: unknown) => {
    throw new Unreadable(error instanceof Error ? error.message : String(error));
  });
  // Reading has a thread of its own: it goes on while models look.
  const reading = part(wanted.text, () => readText(path));
  reading.catch(() => undefined);
  const hash = await part(true, () => hashOf(path));
  const slow: SeenPart[] = [];
  const begun = performance.now();
  const inTurn = async <T>(name: SeenPart, isWanted: boolean, run: () => Promise<T>): Promise<Part<T>> => {
    if (!isWanted || performance.now() - begun < LATE_MS) return part(isWanted, run);
    slow.push(name);
    return {};
  };
  const nudity = await inTurn('nudity', wanted.nudity, () => rateNudity(path));
  const things = await inTurn('things', wanted.things, () => findThings(path));
  const faces = await inTurn('faces', wanted.faces, () => findFaces(path));
  const marks = await inTurn('marks', wanted.marks.length > 0, () => findMarks(path, wanted.marks));
  const { got: text, ...unread } = await reading;
  if (text && !text.isWhole) slow.push('words');
  const words: Part<Word[]> = text ? { got: text.words } : unread;
  const parts = { things, nudity, words, faces, marks };
  const seen: Seen = { looks, hash: hash.got ?? '', missing: {}, slow };
  if (text) seen.isForeign = text.isForeign;
  if (hash.missing) seen.missing.hash = hash.missing;
  for (const [name, { got, missing }] of Object.entries(parts)) {
    if (got !== undefined) Object.assign(seen, { [name]: got });
    if (missing !== undefined) Object.assign(seen.missing, { [name]: missing });
  }
  return seen;
}

async function answer(asked: ToWorker): Promise<FromWorker> {
  const { id } = asked;
  try {
    if (asked.do === 'hash') return { id, hash: (await part(true, () => hashOf(asked.path))).got ?? '' };
    return { id, seen: await look(asked.task) };
  } catch (error) {
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { id, failed: error instanceof Unreadable ? 'unreadable' : 'broken', why };
  }
}

let last: Promise<unknown> = Promise.resolve();
process.on('message', (asked: ToWorker) => {
  last = last
    .then(() => answer(asked))
    .then(
      (said) =>
        new Promise<void>((sent) => {
          process.send?.(said, () => sent());
        }),
    )
    .then(() => {
      if (process.memoryUsage().rss > MOST_BYTES) process.exit(0);
    });
});
// Nobody is left to answer.
process.on('disconnect', () => process.exit(0));
