/** Copies of files and folders with a hash over what they hold, made as the bytes go by. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, lstat, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface Copied {
  files: number;
  bytes: number;
  /** Over names, sizes and bytes of all files, in the order of their names. */
  sha256: string;
}

/** What is read at once: large enough that hashing and writing are what takes the time. */
const READ_BYTES = 1024 * 1024;

/** A file, or a folder with all that is in it; `to` absent: it is only hashed. What is neither is left out. */
export async function copyHashed(from: string, to: string | undefined): Promise<Copied> {
  const hash = createHash('sha256');
  const copied = { files: 0, bytes: 0 };
  for (const path of await filesBelow(from)) {
    const bytes = await copyFile(join(from, path), to === undefined ? undefined : join(to, path), hash, path);
    copied.files++;
    copied.bytes += bytes;
  }
  return { ...copied, sha256: hash.digest('hex') };
}

async function copyFile(from: string, to: string | undefined, hash: Hash, name: string): Promise<number> {
  let bytes = 0;
  async function* hashed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  hash.update(`${name}\u0000`);
  if (to !== undefined) await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const into = to === undefined ? nowhere() : createWriteStream(to, { mode: 0o600, highWaterMark: READ_BYTES });
  await pipeline(createReadStream(from, { highWaterMark: READ_BYTES }), hashed, into);
  hash.update(`\u0000${bytes}\u0000`);
  return bytes;
}

const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Paths of the files below a folder, sorted; '' for a file itself. */
export async function filesBelow(path: string): Promise<string[]> {
  const found = await lstat(path);
  if (found.isFile()) return [''];
  if (!found.isDirectory()) return [];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .sort();
}

/**
 * Second names for all files of a file or folder: what they hold stays, whoever removes or replaces the first. Answers
 * how many there are; one that is gone meanwhile is left out where that may be.
 */
export async function linkAll(from: string, to: string, mayBeGone = false): Promise<number> {
  const paths = await filesBelow(from);
  for (const folder of new Set(paths.map((path) => dirname(join(to, path)))))
    await mkdir(folder, { recursive: true, mode: 0o700 });
  let linked = 0;
  await together(paths, LINKS_AT_ONCE, async (path) => {
    try {
      await link(join(from, path), join(to, path));
      linked++;
    } catch (error) {
      if (!mayBeGone || !isGone(error)) throw error;
    }
  });
  return linked;
}

/** The files of a part of a table are a few hundred. */
const LINKS_AT_ONCE = 64;

/** Work on each, so many at once. After one that fails no other is begun, and those under way have ended. */
export async function together<T>(all: readonly T[], atOnce: number, work: (each: T) => Promise<void>): Promise<void> {
  const rest = [...all];
  const one = async (): Promise<void> => {
    for (let each = rest.shift(); each !== undefined; each = rest.shift())
      await work(each).catch((error: unknown) => {
        rest.length = 0;
        throw error;
      });
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(atOnce, all.length) }, one));
  const failed = ended.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Parts that are copied at once: one of small files waits for the disk, not for a processor. */
export const COPIES_AT_ONCE = 4;

export const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
