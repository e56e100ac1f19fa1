import { open, stat } from 'node:fs/promises';
import { codeOf, ImportRefused } from '../import-error.ts';
import { guessEncoding } from './decode-text.ts';

/** How the bytes are wrapped, told by their first bytes; names lie. */
export type Container = 'plain' | 'gzip' | 'zip' | 'xlsx' | 'parquet';

/** What says it: the beginning of a file. */
export const HEAD_BYTES = 65_536;

export function containerOf(head: Buffer): Container | 'unknown' {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  if (head.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) return isWorkbook(head) ? 'xlsx' : 'zip';
  if (head.subarray(0, 4).toString('latin1') === 'PAR1') return 'parquet';
  if (head.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) return 'unknown'; // old .xls
  if (head.subarray(0, 4).toString('latin1') === '%PDF') return 'unknown';
  return isText(head) ? 'plain' : 'unknown';
}

/** Bytes of which text has none to speak of: control characters without tab, line ends and escape. */
const isControl = (byte: number): boolean => byte < 32 && ![9, 10, 11, 12, 13, 27].includes(byte);
/** A stray byte is a fault of its record; of pictures and programs about one byte in ten is of this sort. */
const MOST_CONTROL = 0.03;

/** In UTF-16 every other byte is a control character and means nothing. */
function isText(head: Buffer): boolean {
  if (guessEncoding(head).startsWith('utf-16')) return true;
  const looked = head.subarray(0, 4096);
  return looked.filter(isControl).length <= looked.length * MOST_CONTROL;
}

/** A workbook is a zip whose first entries have these names. */
function isWorkbook(head: Buffer): boolean {
  const names = head.subarray(0, HEAD_BYTES).toString('latin1');
  return names.includes('[Content_Types].xml') || names.includes('xl/workbook.xml') || names.includes('xl/worksheets');
}

/** The same for who can do nothing with another one. */
export function requireKnown(head: Buffer, name: string): Container {
  const container = containerOf(head);
  if (container === 'unknown') throw new ImportRefused('unknown_format', { name });
  return container;
}

export interface FileFacts {
  container: Container;
  bytes: number;
  head: Buffer;
}

/** Looks at a file before anything else does; refuses directories, devices, empty files and formats we cannot read. */
export async function inspectFile(path: string, name: string): Promise<FileFacts> {
  const info = await stat(path).catch((error: unknown) => {
    throw new ImportRefused(codeOf(error) === 'ENOENT' ? 'no_such_file' : 'unreadable', { name });
  });
  if (info.isDirectory()) throw new ImportRefused('folder', { name });
  if (!info.isFile()) throw new ImportRefused('not_regular', { name });
  if (info.size === 0) throw new ImportRefused('empty', { name });
  const file = await open(path, 'r').catch((error: unknown) => {
    throw new ImportRefused(codeOf(error) === 'EACCES' ? 'no_permission' : 'unreadable', { name });
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    return { container: requireKnown(head, name), bytes: info.size, head };
  } finally {
    await file.close();
  }
}
