import { MOST_SHEET_ROWS } from '#platform/contract/file-formats.ts';
import type { Cell } from './csv.ts';
import { aboutRows, type FileAbout, fileNameOf } from './file-about.ts';
import type { FileColumn } from './file-columns.ts';
import type { FileAnswer } from './http/implement.ts';
import { entryBeside, madeInThread } from './thread.ts';
import type { PlainSheet } from './xlsx-book.ts';

const MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Rows as a workbook: a first sheet that says what they are, then the rows, at most `MOST_SHEET_ROWS` of them. It is
 * made whole in memory and takes seconds of reckoning, so that happens in a thread beside everybody's boards.
 */
export async function xlsxFile(
  about: FileAbout,
  columns: readonly FileColumn[],
  rows: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>,
): Promise<FileAnswer> {
  const held: Cell[][] = [];
  let more = false;
  for await (const row of rows) {
    more = held.length === MOST_SHEET_ROWS;
    if (more) break;
    held.push([...row]);
  }
  const sheets: PlainSheet[] = [
    { name: 'About', rows: aboutRows(about, { held: held.length, more }) },
    { name: 'Data', rows: held, columns },
  ];
  return { fileName: fileNameOf(about, 'xlsx'), mediaType: MEDIA_TYPE, stream: await madeInThread(ENTRY, sheets) };
}

const ENTRY = entryBeside('xlsx-worker', import.meta.url);
