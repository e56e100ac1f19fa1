import { ImportRefused, messageOf } from '../import-error.ts';
import { csvLine } from '../scan/csv-text.ts';
import { serialTime } from './number-formats.ts';
import { SharedStrings } from './shared-strings.ts';
import { type Cell, type Row, RowReader, SharedStringReader } from './sheet-rows.ts';
import { SHEET_CELLS } from './unpack-limits.ts';
import { openWorkbook, type Workbook } from './workbook.ts';
import { XmlBroken, XmlEvents } from './xml-events.ts';

const PIECE_CHARS = 256 * 1024;

/**
 * The first sheet as CSV text. Dates become ISO times without zone, as the cells show them. Parts are read as they are
 * unpacked, a piece at a time: of a sheet no more than some rows are held, of its shared strings their bytes, and with
 * `limit` only those of that many rows.
 */
export async function* xlsxBytes(
  path: string,
  name: string,
  limit = Number.POSITIVE_INFINITY,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  let book: Workbook | undefined;
  try {
    book = await openWorkbook(path, name, signal);
    const size = await sizeOf(book);
    if (size.rows * size.columns > SHEET_CELLS) throw new ImportRefused('workbook_too_large', { name });
    yield* linesOf(book, size.columns, limit);
  } catch (error) {
    if (error instanceof ImportRefused || signal?.aborted) throw error;
    throw new ImportRefused('workbook_unreadable', { name, why: messageOf(error) });
  } finally {
    book?.close();
  }
}

/** Pieces of rows that have something in them. */
async function* rowsOf(book: Workbook): AsyncGenerator<Row[]> {
  const reader = new RowReader();
  const xml = new XmlEvents(reader);
  for await (const piece of book.text(book.sheet)) {
    xml.write(piece);
    const { rows } = reader;
    reader.rows = [];
    if (rows.length > 0) yield rows;
    if (reader.done) return;
  }
  throw new XmlBroken('its first sheet is cut off');
}

/** Every line gets as many fields as the widest row has, so that a note beside the table costs no record. */
async function sizeOf(book: Workbook): Promise<{ rows: number; columns: number }> {
  let columns = 0;
  let last = 0;
  for await (const rows of rowsOf(book)) {
    for (const { cells } of rows) columns = Math.max(columns, cells.at(-1)?.column ?? 0);
    last = rows.at(-1)?.number ?? last;
  }
  return { rows: last, columns };
}

async function* linesOf(book: Workbook, columns: number, limit: number): AsyncGenerator<Buffer> {
  const first = Number.isFinite(limit) ? await firstRows(book, limit) : null;
  const wanted = first && new Set(first.flatMap(({ cells }) => cells.filter(isShared).map(indexOf)));
  const strings = await stringsOf(book, wanted);
  const empty = `${','.repeat(Math.max(0, columns - 1))}\n`;
  let last = 0;
  let lines = '';
  for await (const rows of first ? [first] : rowsOf(book)) {
    for (const { number, cells } of rows) {
      const texts = Array.from({ length: columns }, () => '');
      for (const cell of cells) texts[cell.column - 1] = cellText(cell, book, strings);
      if (texts.every((text) => text === '')) continue;
      // Rows without anything in them are records all the same; those at the end are none.
      while (++last < number) {
        lines += empty;
        if (lines.length > PIECE_CHARS) {
          yield Buffer.from(lines);
          lines = '';
        }
      }
      lines += `${csvLine(texts, ',')}\n`;
      if (lines.length > PIECE_CHARS) {
        yield Buffer.from(lines);
        lines = '';
      }
    }
  }
  if (lines !== '') yield Buffer.from(lines);
}

async function firstRows(book: Workbook, limit: number): Promise<Row[]> {
  const found: Row[] = [];
  for await (const rows of rowsOf(book)) {
    found.push(...rows);
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

async function stringsOf(book: Workbook, wanted: ReadonlySet<number> | null): Promise<SharedStrings> {
  const strings = new SharedStrings(wanted);
  if (!book.strings || wanted?.size === 0) return strings;
  const xml = new XmlEvents(new SharedStringReader((text) => strings.add(text)));
  for await (const piece of book.text(book.strings)) {
    xml.write(piece);
    if (strings.complete) return strings;
  }
  xml.end();
  return strings;
}

const isShared = ({ type }: Cell): boolean => type === 's';
const indexOf = ({ text }: Cell): number => Number(text);

function cellText(cell: Cell, book: Workbook, strings: SharedStrings): string {
  const { type, style, text } = cell;
  if (type === 's') {
    const shared = strings.get(indexOf(cell));
    if (shared === undefined)
      throw new XmlBroken(`a cell has the shared string ${text.slice(0, 20)}, which is not there`);
    return shared;
  }
  if (type === 'str' || type === 'inlineStr') return text;
  if (type === 'b') return text === '1' ? 'true' : 'false';
  if (type === 'd') return timeText(new Date(text));
  const number = Number(text);
  if (style !== undefined && book.dates[Number(style)]) return timeText(serialTime(number, book.from1904));
  return Number.isNaN(number) ? text : String(number);
}

const timeText = (time: Date): string =>
  Number.isNaN(time.getTime()) ? '' : time.toISOString().replace('T', ' ').slice(0, 23);
