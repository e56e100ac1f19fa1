/** Reads an evidence archive (ZIP) piece by piece, and takes nothing for granted: whoever changed it may have made it. */
import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import {
  DEFLATED,
  END_BYTES,
  type Entry,
  endOf,
  headOf,
  LISTED_BYTES,
  listedAs,
  STORED,
  tailOf,
} from './zip-records.ts';

/** What is wrong, in words for people. */
export class Untrue extends Error {}

const MOST_FILES = 64;
const PIECE = 262_144;
/** A file is unpacked to at most so many times its bytes in the archive: text of events packs to a tenth. */
const MOST_TIMES = 1100;

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, at);
  if (bytesRead !== length) throw new Untrue('The archive is cut off.');
  return bytes;
}

/** Files of the archive by the list at its end. Every byte of it belongs to one of them or to the list. */
export async function entriesOf(file: FileHandle): Promise<Entry[]> {
  const { size } = await file.stat();
  if (size < END_BYTES) throw new Untrue('This is no evidence archive: it is too short.');
  const end = await readAt(file, size - END_BYTES, END_BYTES);
  const [count, bytes, at] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
  if (!end.equals(endOf({ count, bytes, at })))
    throw new Untrue('The archive is cut off, has something behind its end, or is no ZIP archive.');
  if (count > MOST_FILES || at + bytes !== size - END_BYTES)
    throw new Untrue('The list of files of the archive is damaged.');
  const list = await readAt(file, at, bytes);
  const entries: Entry[] = [];
  let place = 0;
  for (let n = 0; n < count; n++) {
    const entry = listedAt(list, place);
    entries.push(entry);
    place += listedAs(entry).length;
  }
  if (place !== list.length) throw new Untrue('The list of files of the archive is damaged.');
  await requireWhole(file, entries, at);
  return entries;
}

function listedAt(list: Buffer, place: number): Entry {
  if (place + LISTED_BYTES > list.length) throw new Untrue('The list of files of the archive is damaged.');
  const nameAt = place + LISTED_BYTES;
  const entry = {
    name: list.toString('utf8', nameAt, nameAt + list.readUInt16LE(place + 28)),
    method: list.readUInt16LE(place + 10),
    crc: list.readUInt32LE(place + 16),
    packed: list.readUInt32LE(place + 20),
    size: list.readUInt32LE(place + 24),
    at: list.readUInt32LE(place + 42),
  };
  const expected = listedAs(entry);
  if (!list.subarray(place, place + expected.length).equals(expected))
    throw new Untrue('The list of files of the archive is damaged, or it was packed anew by another program.');
  return entry;
}

/** What stands before and behind each file says the same as the list, and nothing stands between them. */
async function requireWhole(file: FileHandle, entries: readonly Entry[], listAt: number): Promise<void> {
  let next = 0;
  for (const entry of entries) {
    const { name, method, packed, at } = entry;
    if (!/^[a-z][a-z0-9.-]*$/i.test(name))
      throw new Untrue(`"${name}" is no name of a file that belongs into the archive.`);
    if (entries.some((other) => other !== entry && other.name.toLowerCase() === name.toLowerCase()))
      throw new Untrue(`${name} is in the archive twice.`);
    if (method !== STORED && method !== DEFLATED) throw new Untrue('The archive was packed anew by another program.');
    if (at !== next) throw new Untrue(`Something stands before ${name} that belongs to no file.`);
    for (const [expected, place] of [
      [headOf(entry), at],
      [tailOf(entry), dataAt(entry) + packed],
    ] as const) {
      if (!(await readAt(file, place, expected.length)).equals(expected))
        throw new Untrue(`What the archive says of ${name} in two places differs.`);
      next = place + expected.length;
    }
  }
  if (next !== listAt) throw new Untrue('Something stands in the archive that belongs to no file.');
}

const dataAt = ({ at, name }: Entry): number => at + 30 + Buffer.byteLength(name);

/** The bytes of a file of the archive, unpacked; held against the sum and the size the archive tells. */
export async function* bytesOf(file: FileHandle, entry: Entry): AsyncGenerator<Buffer> {
  const { name, method, packed, size, crc } = entry;
  if (size > Math.max(1_000_000, packed * MOST_TIMES)) throw new Untrue(`${name} is larger than it can be.`);
  const start = dataAt(entry);
  const read = piecesOf(file, start, start + packed);
  let [seen, sum] = [0, 0];
  try {
    for await (const part of method === STORED ? read : unpacked(read, packed)) {
      seen += part.length;
      if (seen > size) break;
      sum = crc32(part, sum);
      yield part;
    }
  } catch (error) {
    if (error instanceof Untrue) throw error;
    throw new Untrue(`${name} cannot be unpacked: it was damaged.`);
  }
  if (seen !== size || sum !== crc) throw new Untrue(`${name} is damaged.`);
}

async function* unpacked(read: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw();
  const fed = pipeline(read, inflate);
  // Whoever reads is told by the stream; nobody has to wait for both.
  fed.catch(() => {});
  for await (const part of inflate) yield part;
  await fed;
  if (inflate.bytesWritten !== bytes) throw new Untrue('Something stands behind a file that belongs to none.');
}

/** The bytes from one place to another, piece by piece. */
export async function* piecesOf(file: FileHandle, from: number, to: number): AsyncGenerator<Buffer> {
  for (let at = from; at < to; at += PIECE) yield await readAt(file, at, Math.min(PIECE, to - at));
}
