/**
 * Archives (ZIP, APPNOTE 6.3.10) that are written as they are made: each file in turn, in pieces, sizes and sums behind
 * it and once more in the list at the end. Without the extension for more than four gigabytes: who writes has a bound.
 */
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZippedFile {
  name: string;
  /** Bytes as they are read again, and what they are in the archive. */
  size: number;
  packed: number;
  crc: number;
  /** Hex, of the bytes as they are read again. */
  sha256: string;
}

interface Placed extends ZippedFile {
  at: number;
  method: number;
}

type Pieces = AsyncIterable<Buffer | string> | Iterable<Buffer | string>;

const STORED = 0;
const DEFLATED = 8;
/** Sizes stand behind the file; its name is UTF-8. */
const FLAGS = 0x0808;
/** First that reads what is written here. */
const VERSION = 20;
/** Files are of no moment of their own: 1 January 1980, the first there is. */
const DOS_DATE = 0x0021;
const MOST_BYTES = 0xfffffffe;
/** Fast enough not to be what a file waits for. */
const LEVEL = 4;

export class ZipWriter {
  readonly #files: Placed[] = [];
  #at = 0;

  get files(): readonly ZippedFile[] {
    return this.#files;
  }

  /** The bytes of one file of the archive. What is packed already is stored as it is. */
  async *file(name: string, pieces: Pieces, { packed: isPacked = false } = {}): AsyncGenerator<Buffer> {
    const at = this.#at;
    const method = isPacked ? STORED : DEFLATED;
    const read = { size: 0, crc: 0, hash: createHash('sha256') };
    const before = this.#at + headOf(name, method).length;
    yield this.#written(headOf(name, method));
    for await (const part of isPacked ? measured(pieces, read) : deflated(measured(pieces, read)))
      yield this.#written(part);
    const file: Placed = {
      name,
      at,
      method,
      size: read.size,
      packed: this.#at - before,
      crc: read.crc,
      sha256: read.hash.digest('hex'),
    };
    if (file.size > MOST_BYTES || this.#at > MOST_BYTES) throw new RangeError('The archive is too large');
    this.#files.push(file);
    yield this.#written(tailOf(file));
  }

  /** The list of files, which ends the archive. */
  end(): Buffer {
    const list = Buffer.concat(this.#files.map(listed));
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(this.#files.length, 8);
    end.writeUInt16LE(this.#files.length, 10);
    end.writeUInt32LE(list.length, 12);
    end.writeUInt32LE(this.#at, 16);
    return Buffer.concat([list, end]);
  }

  #written(part: Buffer): Buffer {
    this.#at += part.length;
    return part;
  }
}

interface Read {
  size: number;
  crc: number;
  hash: ReturnType<typeof createHash>;
}

async function* measured(pieces: Pieces, read: Read): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    read.size += bytes.length;
    read.crc = crc32(bytes, read.crc);
    read.hash.update(bytes);
    yield bytes;
  }
}

async function* deflated(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: LEVEL });
  const fed = pipeline(pieces, deflate);
  // Whoever reads is told by the stream; nobody has to wait for both.
  fed.catch(() => {});
  for await (const part of deflate) yield part;
  await fed;
}

function headOf(name: string, method: number): Buffer {
  const text = Buffer.from(name);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(FLAGS, 6);
  head.writeUInt16LE(method, 8);
  head.writeUInt16LE(DOS_DATE, 12);
  head.writeUInt16LE(text.length, 26);
  return Buffer.concat([head, text]);
}

function tailOf({ crc, packed, size }: ZippedFile): Buffer {
  const tail = Buffer.alloc(16);
  tail.writeUInt32LE(0x08074b50, 0);
  tail.writeUInt32LE(crc, 4);
  tail.writeUInt32LE(packed, 8);
  tail.writeUInt32LE(size, 12);
  return tail;
}

function listed({ name, method, crc, packed, size, at }: Placed): Buffer {
  const text = Buffer.from(name);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(VERSION, 4);
  entry.writeUInt16LE(VERSION, 6);
  entry.writeUInt16LE(FLAGS, 8);
  entry.writeUInt16LE(method, 10);
  entry.writeUInt16LE(DOS_DATE, 14);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(packed, 20);
  entry.writeUInt32LE(size, 24);
  entry.writeUInt16LE(text.length, 28);
  entry.writeUInt32LE(at, 42);
  return Buffer.concat([entry, text]);
}
