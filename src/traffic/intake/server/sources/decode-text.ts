import { isUtf8 } from 'node:buffer';
import type { Encoding } from '#traffic/intake/contract/import-mapping.ts';

const UTF8_BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * By byte order mark, else by content: text with some broken bytes among sound multi-byte characters is UTF-8 with bad
 * records; text with only broken ones is the old Western code page.
 */
export function guessEncoding(head: Buffer): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (nulShare(head, 1) > 0.3 && nulShare(head, 0) < 0.05) return 'utf-16le';
  if (nulShare(head, 0) > 0.3 && nulShare(head, 1) < 0.05) return 'utf-16be';
  const lastLine = head.lastIndexOf(0x0a);
  const whole = lastLine > 0 ? head.subarray(0, lastLine) : head;
  if (isUtf8(whole)) return 'utf-8';
  let sound = 0;
  let broken = 0;
  for (const line of linesOf(whole)) {
    if (!isUtf8(line)) broken++;
    else if (line.some((byte) => byte > 0x7f)) sound++;
  }
  return sound > 0 && broken <= sound * 10 ? 'utf-8' : 'windows-1252';
}

function nulShare(head: Buffer, parity: 0 | 1): number {
  let nul = 0;
  const size = Math.min(head.length, 4096);
  for (let at = parity; at < size; at += 2) if (head[at] === 0) nul++;
  return nul / Math.max(1, size / 2);
}

function* linesOf(bytes: Buffer): Generator<Buffer> {
  let start = 0;
  for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, start)) {
    yield bytes.subarray(start, end);
    start = end + 1;
  }
  yield bytes.subarray(start);
}

/** The same text as UTF-8 without its mark, line by line ends included. Lone carriage returns become line ends. */
export async function* toUtf8(source: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<Buffer> {
  const decoder = encoding === 'utf-8' ? null : new TextDecoder(encoding);
  let begun = false;
  let oldMac = false;
  for await (const part of source) {
    let chunk = decoder ? Buffer.from(decoder.decode(part, { stream: true })) : part;
    if (!begun && chunk.length > 0) {
      begun = true;
      if (chunk.subarray(0, 3).equals(UTF8_BOM)) chunk = chunk.subarray(3);
      oldMac = chunk.includes(0x0d) && !chunk.includes(0x0a);
    }
    yield oldMac ? withLineFeeds(chunk) : chunk;
  }
  const rest = decoder ? Buffer.from(decoder.decode()) : null;
  if (rest && rest.length > 0) yield rest;
}

function withLineFeeds(chunk: Buffer): Buffer {
  const copy = Buffer.from(chunk);
  for (let at = copy.indexOf(0x0d); at >= 0; at = copy.indexOf(0x0d, at + 1)) copy[at] = 0x0a;
  return copy;
}
