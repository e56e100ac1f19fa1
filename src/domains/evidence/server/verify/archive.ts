/** Reads an evidence archive (ZIP) piece by piece, and takes nothing for granted: whoever changed it may have made it. */
import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';

/** What is wrong, in words for people. */
export class Untrue extends Error {}

export interface Entry {
  name: string;
  method: number;
  crc: number;
  packed: number;
  size: number;
  at: number;
}

const END_BYTES = 22;
const MOST_FILES = 64;
const PIECE = 262_144;
const STORED = 0;
const DEFLATED = 8;
/** Sizes behind the file, names in UTF-8: what our archives are written with. */
const FLAGS = 0x0808;
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
  if (end.readUInt32LE(0) !== 0x06054b50 || end.readUInt16LE(20) !== 0)
    throw new Untrue('The archive is cut off, has something behind its end, or is no ZIP archive.');
  const [count, bytes, at] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
  if (count > MOST_FILES || at + bytes !== size - END_BYTES)
    throw new Untrue('The list of files of the archive is damaged.');
  const list = await readAt(file, at, bytes);
  const entries: Entry[] = [];
  let place = 0;
  for (let n = 0; n < count; n++) {
    const { entry, length } = listedAt(list, place);
    entries.push(entry);
    place += length;
  }
  if (place !== list.length) throw new Untrue('The list of files of the archive is damaged.');
  await requireWhole(file, entries, at);
  return entries;
}

function listedAt(list: Buffer, place: number): { entry: Entry; length: number } {
  if (place + 46 > list.length || list.readUInt32LE(place) !== 0x02014b50)
    throw new Untrue('The list of files of the archive is damaged.');
  const [nameBytes, extra, comment] = [28, 30, 32].map((at) => list.readUInt16LE(place + at)) as [
    number,
    number,
    number,
  ];
  const length = 46 + nameBytes;
  if (extra !== 0 || comment !== 0 || place + length > list.length || list.readUInt16LE(place + 8) !== FLAGS)
    throw new Untrue('The archive was packed anew by another program.');
  const entry = {
    name: list.toString('utf8', place + 46, place + length),
    method: list.readUInt16LE(place + 10),
    crc: list.readUInt32LE(place + 16),
    packed: list.readUInt32LE(place + 20),
    size: list.readUInt32LE(place + 24),
    at: list.readUInt32LE(place + 42),
  };
  return { entry, length };
}

/** What stands before each file says the same as the list, and nothing stands between them. */
async function requireWhole(file: FileHandle, entries: readonly Entry[], listAt: number): Promise<void> {
  let next = 0;
  for (const entry of entries) {
    const { name, method, crc, packed, size, at } = entry;
    if (!/^[a-z][a-z0-9.-]*$/i.test(name))
      throw new Untrue(`"${name}" is no name of a file that belongs into the archive.`);
    if (entries.some((other) => other !== entry && other.name.toLowerCase() === name.toLowerCase()))
      throw new Untrue(`${name} is in the archive twice.`);
    if (method !== STORED && method !== DEFLATED) throw new Untrue('The archive was packed anew by another program.');
    if (at !== next) throw new Untrue(`Something stands before ${name} that belongs to no file.`);
    const nameBytes = Buffer.from(name);
    const head = await readAt(file, at, 30 + nameBytes.length);
    const same =
      head.readUInt32LE(0) === 0x04034b50 &&
      head.readUInt16LE(6) === FLAGS &&
      head.readUInt16LE(8) === method &&
      head.readUInt16LE(28) === 0 &&
      head.readUInt16LE(26) === nameBytes.length &&
      head.subarray(30).equals(nameBytes);
    const tailAt = dataAt(entry) + packed;
    const tail = await readAt(file, tailAt, 16);
    const told =
      tail.readUInt32LE(0) === 0x08074b50 &&
      tail.readUInt32LE(4) === crc &&
      tail.readUInt32LE(8) === packed &&
      tail.readUInt32LE(12) === size;
    if (!same || !told) throw new Untrue(`What the archive says of ${name} in two places differs.`);
    next = tailAt + 16;
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
    for await (const part of method === STORED ? read : unpacked(read)) {
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

async function* unpacked(read: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw();
  const fed = pipeline(read, inflate);
  // Whoever reads is told by the stream; nobody has to wait for both.
  fed.catch(() => {});
  for await (const part of inflate) yield part;
  await fed;
}

/** The bytes from one place to another, piece by piece. */
async function* piecesOf(file: FileHandle, from: number, to: number): AsyncGenerator<Buffer> {
  for (let at = from; at < to; at += PIECE) yield await readAt(file, at, Math.min(PIECE, to - at));
}
