import { readSheet } from 'read-excel-file/node';
import { openPromise } from 'yauzl';
import { ImportRefused, messageOf } from '../import-error.ts';
import { csvLine } from '../scan/csv-text.ts';

/** A workbook is held in memory while it is read: a sheet has at most 1,048,576 rows, and this bounds their text. */
const MAX_UNPACKED = 400 * 1024 * 1024;
const ROWS_AT_ONCE = 5_000;

/** The first sheet as CSV text. Dates become ISO times without zone, as the cells show them. */
export async function* xlsxBytes(path: string, name: string): AsyncGenerator<Buffer> {
  await refuseLarge(path, name);
  const rows = await readSheet(path).catch((error: unknown) => {
    throw new ImportRefused('workbook_unreadable', { name, why: messageOf(error) });
  });
  const width = Math.max(0, ...rows.slice(0, 100).map((row) => row.length));
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const lines = rows.slice(at, at + ROWS_AT_ONCE).map((row) =>
      csvLine(
        Array.from({ length: Math.max(width, row.length) }, (_, i) => cellText(row[i])),
        ',',
      ),
    );
    yield Buffer.from(`${lines.join('\n')}\n`);
  }
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date)
    return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().replace('T', ' ').slice(0, 23);
  return String(cell);
}

async function refuseLarge(path: string, name: string): Promise<void> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(() => {
    throw new ImportRefused('workbook_damaged', { name });
  });
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) unpacked += entry.uncompressedSize;
  } finally {
    zip.close();
  }
  if (unpacked > MAX_UNPACKED) {
    throw new ImportRefused('workbook_too_large', { name });
  }
}
