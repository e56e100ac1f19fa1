import type { Readable } from 'node:stream';
import { MOST_LINES } from '#domains/infringement/contract/search-ad.ts';
import { boundedBody } from '#platform/server/http/bounded-body.ts';
import { smallTable, type TableLine, TableRefused } from '#traffic/intake/server/small-table.ts';
import { refuse } from './refuse.ts';

const MOST_BYTES = 5 * 1024 * 1024;

/** A CSV or workbook as lines under the names of its columns, those that are needed among them. */
export async function readTable(upload: Readable, needed: readonly string[]): Promise<TableLine[]> {
  const { names, lines } = await smallTable(await boundedBody(upload, MOST_BYTES, tooLong), MOST_LINES).catch(
    (error: unknown) => {
      if (!(error instanceof TableRefused)) throw error;
      throw error.reason === 'too_long' ? tooLong() : refuse('ads_unreadable', {}, { field: 'file' });
    },
  );
  const missing = needed.filter((name) => !names.includes(name));
  if (missing.length > 0) throw refuse('ads_no_columns', { columns: missing.join(', ') }, { field: 'file' });
  if (lines.length === 0) throw refuse('ads_empty', {}, { field: 'file' });
  return lines;
}

const tooLong = () => refuse('ads_too_long', { n: MOST_LINES }, { as: 'too_large' });
