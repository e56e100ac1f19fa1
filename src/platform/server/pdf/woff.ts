import { inflateSync } from 'node:zlib';

const [HEADER, ENTRY] = [44, 20] as const;
const [SFNT_HEADER, SFNT_ENTRY] = [12, 16] as const;
const padded = (length: number): number => Math.ceil(length / 4) * 4;

/**
 * The same font unpacked (https://www.w3.org/TR/WOFF/). The reader of fonts unpacks a table of a packed one anew for every
 * letter, which takes half a minute for a page of Japanese.
 */
export function unpackedFont(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') return woff;
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, at) => {
    const entry = HEADER + at * ENTRY;
    const [offset, packed, length] = [4, 8, 12].map((part) => woff.readUInt32BE(entry + part));
    const bytes = woff.subarray(offset, (offset ?? 0) + (packed ?? 0));
    return {
      tag: woff.subarray(entry, entry + 4),
      checksum: woff.readUInt32BE(entry + 16),
      bytes: packed === length ? bytes : inflateSync(bytes),
    };
  });
  const head = SFNT_HEADER + count * SFNT_ENTRY;
  const font = Buffer.alloc(tables.reduce((sum, { bytes }) => sum + padded(bytes.length), head));
  woff.copy(font, 0, 4, 8);
  font.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  font.writeUInt16BE(2 ** power * 16, 6);
  font.writeUInt16BE(power, 8);
  font.writeUInt16BE(count * 16 - 2 ** power * 16, 10);
  let place = head;
  tables.forEach(({ tag, checksum, bytes }, at) => {
    const entry = SFNT_HEADER + at * SFNT_ENTRY;
    tag.copy(font, entry);
    font.writeUInt32BE(checksum, entry + 4);
    font.writeUInt32BE(place, entry + 8);
    font.writeUInt32BE(bytes.length, entry + 12);
    bytes.copy(font, place);
    place += padded(bytes.length);
  });
  return font;
}
