import type { Readable } from 'node:stream';
import { MOST_LINES } from '#domains/infringement/contract/search-ad.ts';
import { smallTable, type TableLine, TableRefused } from '#traffic/intake/server/small-table.ts';
import { refuse } from './refuse.ts';

const MOST_BYTES = 5 * 1024 * 1024;

/** A CSV or workbook as lines under the names of its columns, those that are needed among them. */
export async function readTable(upload: Readable, needed: readonly string[]): Promise<TableLine[]> {
  const { names, lines } = await smallTable(await bytesOf(upload), MOST_LINES).catch((error: unknown) => {
    if (!(error instanceof TableRefused)) throw error;
    throw error.reason === 'too_long' ? tooLong() : refuse('ads_unreadable', {}, { field: 'file' });
  });
  const missing = needed.filter((name) => !names.includes(name));
  if (missing.length > 0) throw refuse('ads_no_columns', { columns: missing.join(', ') }, { field: 'file' });
  if (lines.length === 0) throw refuse('ads_empty', {}, { field: 'file' });
  return lines;
}

const tooLong = () => refuse('ads_too_long', { n: MOST_LINES }, { as: 'too_large' });

async function bytesOf(upload: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of upload) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw tooLong();
    parts.push(Buffer.from(part));
  }
  return Buffer.concat(parts);
}
