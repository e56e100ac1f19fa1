import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { MOST_SHEET_ROWS } from '#platform/contract/file-formats.ts';
import type { Cell } from './csv.ts';
import { aboutRows, type FileAbout, fileNameOf } from './file-about.ts';
import type { FileColumn } from './file-columns.ts';
import type { FileAnswer } from './http/implement.ts';
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
  return { fileName: fileNameOf(about, 'xlsx'), mediaType: MEDIA_TYPE, stream: await inTurn(() => inThread(sheets)) };
}

let last: Promise<unknown> = Promise.resolve();

/** One after the other: each takes some hundred megabytes. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work);
  last = mine.catch(() => undefined);
  return mine;
}

const ENTRY = new URL(`./xlsx-worker${extname(import.meta.url)}`, import.meta.url);
/** Sources run through tsx, which each thread has to begin by itself; what is built needs nothing. */
const FROM_SOURCE = `import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(ENTRY)})))`;

function inThread(sheets: readonly PlainSheet[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = ENTRY.pathname.endsWith('.ts')
      ? new Worker(FROM_SOURCE, { workerData: sheets, eval: true })
      : new Worker(ENTRY, { workerData: sheets });
    worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)));
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The thread of a workbook ended with ${code}`)));
  });
}
