import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { DEFLATED, type Entry, endOf, headOf, listedAs, STORED, tailOf } from './verify/zip-records.ts';

export interface ZippedFile {
  name: string;
  /** Bytes as they are read again. */
  size: number;
  /** Hex, of the same bytes. */
  sha256: string;
}

type Pieces = AsyncIterable<Buffer | string> | Iterable<Buffer | string>;

/** Fast enough not to be what a file waits for. */
const LEVEL = 4;

/** An archive (ZIP) piece by piece as it is made, of which no file is held whole; below four gigabytes. */
export class ZipWriter {
  readonly #entries: Entry[] = [];
  readonly #hash = createHash('sha256');
  #bytes = 0;

  /** All that was yielded, to the last bit. */
  soFar(): { bytes: number; sha256: string } {
    return { bytes: this.#bytes, sha256: this.#hash.copy().digest('hex') };
  }

  /** The bytes of a file with what stands around it. What is packed already, or signed as it stands, is stored. */
  async *add(
    name: string,
    pieces: Pieces,
    { stored = false }: { stored?: boolean } = {},
  ): AsyncGenerator<Buffer, ZippedFile> {
    const entry: Entry = { name, method: stored ? STORED : DEFLATED, crc: 0, packed: 0, size: 0, at: this.#bytes };
    const hash = createHash('sha256');
    const read = measured(pieces, (bytes) => {
      entry.size += bytes.length;
      entry.crc = crc32(bytes, entry.crc);
      hash.update(bytes);
    });
    yield this.#told(headOf(entry));
    for await (const piece of stored ? read : deflated(read)) {
      entry.packed += piece.length;
      yield this.#told(piece);
    }
    yield this.#told(tailOf(entry));
    this.#entries.push(entry);
    return { name, size: entry.size, sha256: hash.digest('hex') };
  }

  /** The list of files, which ends the archive. */
  *end(): Generator<Buffer> {
    const at = this.#bytes;
    const list = Buffer.concat(this.#entries.map(listedAs));
    yield this.#told(list);
    yield this.#told(endOf({ count: this.#entries.length, bytes: list.length, at }));
  }

  #told(piece: Buffer): Buffer {
    this.#bytes += piece.length;
    this.#hash.update(piece);
    return piece;
  }
}

async function* measured(pieces: Pieces, onBytes: (bytes: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    onBytes(bytes);
    yield bytes;
  }
}

async function* deflated(read: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: LEVEL });
  const fed = pipeline(read, deflate);
  // Whoever reads is told by the stream; nobody has to wait for both.
  fed.catch(() => {});
  for await (const piece of deflate) yield piece;
  await fed;
}
