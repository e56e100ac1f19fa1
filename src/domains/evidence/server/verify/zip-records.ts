/** What stands around the files of an archive (ZIP), to the last bit: one way to write it, and no other is accepted. */

export interface Entry {
  name: string;
  method: number;
  crc: number;
  packed: number;
  size: number;
  /** Where what stands before the file begins. */
  at: number;
}

export const STORED = 0;
export const DEFLATED = 8;
export const END_BYTES = 22;
export const LISTED_BYTES = 46;

/** Sizes stand behind the file; names are UTF-8. */
const FLAGS = 0x0808;
/** PKZIP 2.0 to read; written by 6.3 on Unix, as a file that its owner and group may write. */
const VERSION = 20;
const MADE_BY = 0x033f;
const MODE = 0o100664 * 0x10000;
/** Files are of no moment of their own, so that the same files are the same archive: the first day there is. */
const DAY = 0x21;

/** Numbers as ZIP has them, each with its bytes. */
function record(...fields: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((all, [, length]) => all + length, 0));
  let at = 0;
  for (const [value, length] of fields) at = bytes.writeUIntLE(value, at, length);
  return bytes;
}

const about = ({ method, name, crc, packed, size }: Omit<Entry, 'at'>) =>
  [
    [VERSION, 2],
    [FLAGS, 2],
    [method, 2],
    [0, 2],
    [DAY, 2],
    [crc, 4],
    [packed, 4],
    [size, 4],
    [Buffer.byteLength(name), 2],
    [0, 2],
  ] as const;

/** Before a file. */
export const headOf = ({ name, method }: Pick<Entry, 'name' | 'method'>): Buffer =>
  Buffer.concat([record([0x04034b50, 4], ...about({ name, method, crc: 0, packed: 0, size: 0 })), Buffer.from(name)]);

/** Behind it. */
export const tailOf = ({ crc, packed, size }: Entry): Buffer =>
  record([0x08074b50, 4], [crc, 4], [packed, 4], [size, 4]);

/** In the list behind all files. */
export const listedAs = (entry: Entry): Buffer =>
  Buffer.concat([
    record([0x02014b50, 4], [MADE_BY, 2], ...about(entry), [0, 2], [0, 2], [0, 2], [MODE, 4], [entry.at, 4]),
    Buffer.from(entry.name),
  ]);

/** Behind the list. */
export const endOf = ({ count, bytes, at }: { count: number; bytes: number; at: number }): Buffer =>
  record([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [bytes, 4], [at, 4], [0, 2]);
