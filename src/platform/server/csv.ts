import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';

export type Cell = string | number | boolean | null | undefined;

/** Without it spreadsheet programs read UTF-8 as the local code page. */
const BYTE_ORDER_MARK = '\u{FEFF}';
const LINE_END = '\r\n';

/**
 * Start of the cell or of a line in it, when what follows (after blanks) makes a spreadsheet calculate. The full-width
 * signs are read as their plain forms by some programs.
 */
const FORMULA_START = /(?<=^|\n|\r(?!\n))(?=[^\S\r\n]*[\0=+\-@＝＋－＠]|[\t\r])/g;
/** Neither quoted nor guarded, as most cells are: looked at once instead of three times. */
const NOTHING_TO_GUARD = /^[^",\r\n\t\0=+\-@＝＋－＠]*$/;
const PLAIN_NUMBER = /^[+-]?\d+([.,]\d+)?$/;

/** Text that would run as a formula gets a leading apostrophe; numbers stay numbers. */
export const guardFormula = (text: string): string =>
  PLAIN_NUMBER.test(text) ? text : text.replace(FORMULA_START, "'");

/** One cell by RFC 4180. */
export function csvCell(value: Cell): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  if (NOTHING_TO_GUARD.test(value)) return value;
  const safe = guardFormula(value);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly Cell[]): string => cells.map(csvCell).join(',') + LINE_END;

/**
 * A whole file as a stream: byte order mark, head, one line per row; rows are taken only as fast as they are read.
 * `about` stands before the head as a comment.
 */
export function csvStream(
  head: readonly string[],
  rows: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>,
  about?: string,
): Readable {
  return Readable.from(lines(head, rows, about));
}

/** No quotes and no commas: it stays one cell, and one line that programs skip as a comment. */
const commentLine = (text: string): string =>
  `# ${text.replaceAll(',', ';').replaceAll('"', "'").replaceAll(/\s+/g, ' ').trim()}${LINE_END}`;

async function* lines(
  head: readonly string[],
  rows: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>,
  about: string | undefined,
) {
  // The head goes with the first rows: a source that fails at once is a refusal then, not half a file.
  let block = BYTE_ORDER_MARK + (about === undefined ? '' : commentLine(about)) + csvLine(head);
  for await (const row of rows) {
    block += csvLine(row);
    if (block.length < BLOCK) continue;
    yield block;
    block = '';
    // A long download shares the process with everybody's boards: they get a turn after every block.
    await turn();
  }
  if (block !== '') yield block;
}

/** Characters gathered before they are sent on. */
const BLOCK = 32_768;

/** Joins parts with underscores; what file systems refuse becomes "-" (DL-GAP-02). */
export const csvFileName = (...parts: readonly string[]): string =>
  `${parts
    .join('_')
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, '-')
    .slice(0, 200)}.csv`;
