import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ZippedFile {
  name: string;
  /** Bytes as they are read again. */
  size: number;
  /** Hex, of the same bytes. */
  sha256: string;
}

type Pieces = AsyncIterable<Buffer | string> | Iterable<Buffer | string>;

/** Puts a file into the archive; done when all of it was read. What is packed already is stored as it is. */
export type AddFile = (name: string, pieces: Pieces, how?: { packed?: boolean }) => Promise<ZippedFile>;

/** Files are of no moment of their own, so that the same files are the same archive: the first day there is. */
const NO_MOMENT = new Date(1980, 0, 1);
/** Fast enough not to be what a file waits for. */
const LEVEL = 4;

/** The bytes of an archive (ZIP) as it is made: `fill` adds one file after the other, of which none is held whole. */
export async function* zipped(fill: (add: AddFile) => Promise<void>): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const out = Readable.from(zip.outputStream as AsyncIterable<Buffer>);
  const add: AddFile = (name, pieces, { packed = false } = {}) =>
    new Promise((resolve, reject) => {
      const file = { name, size: 0, hash: createHash('sha256') };
      const read = Readable.from(measured(pieces, file), { objectMode: false });
      read.on('error', reject);
      read.on('end', () => resolve({ name, size: file.size, sha256: file.hash.digest('hex') }));
      zip.addReadStream(read, name, {
        mtime: NO_MOMENT,
        forceDosTimestamp: true,
        ...(packed ? { compress: false } : { compressionLevel: LEVEL }),
      });
    });
  const filled = fill(add).then(
    () => zip.end(),
    (error: Error) => out.destroy(error),
  );
  for await (const part of out) yield part;
  await filled;
}

async function* measured(
  pieces: Pieces,
  file: { size: number; hash: ReturnType<typeof createHash> },
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    file.size += bytes.length;
    file.hash.update(bytes);
    yield bytes;
  }
}
