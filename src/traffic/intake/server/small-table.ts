import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvRows } from '#platform/server/csv-rows.ts';
import { ImportRefused } from './import-error.ts';
import { xlsxBytes } from './sources/xlsx-bytes.ts';

export interface TableLine {
  /** Of the file, from 1. */
  line: number;
  /** By the name of the column: small letters, with underscores for blanks. */
  cells: Readonly<Record<string, string>>;
}

/** Nothing that could be read as a table, or more than was to be read. */
export class TableRefused extends Error {
  readonly reason: 'unreadable' | 'too_long';

  constructor(reason: TableRefused['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** No line of such a table needs more text. */
const LINE_BYTES = 2_000;

/**
 * A CSV or the first sheet of a workbook, told apart by its first bytes, whole and in memory: for tables of some
 * thousand lines that people upload. The first line names the columns.
 */
export async function smallTable(file: Buffer, mostLines: number): Promise<{ names: string[]; lines: TableLine[] }> {
  const isBook = file.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004';
  const text = isBook ? await textOfBook(file, mostLines * LINE_BYTES) : file.toString('utf8');
  if (text.includes('\0') || text.includes('\uFFFD')) throw new TableRefused('unreadable');
  const [head = { cells: [] }, ...rows] = csvRows(text);
  if (rows.length > mostLines) throw new TableRefused('too_long');
  const names = head.cells.map((name) => name.trim().toLowerCase().replace(/\s+/g, '_'));
  const lines = rows.map(({ cells, line }) => ({
    line,
    cells: Object.fromEntries(names.map((name, place) => [name, (cells[place] ?? '').trim()])),
  }));
  return { names, lines };
}

/** The reader of workbooks seeks in a file. */
async function textOfBook(file: Buffer, mostBytes: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'adsieve-table-'));
  try {
    const path = join(folder, 'table.xlsx');
    await writeFile(path, file);
    const parts: Buffer[] = [];
    let bytes = 0;
    for await (const part of xlsxBytes(path, 'table.xlsx')) {
      bytes += part.length;
      if (bytes > mostBytes) throw new TableRefused('too_long');
      parts.push(part);
    }
    return Buffer.concat(parts).toString('utf8');
  } catch (error) {
    throw error instanceof ImportRefused ? new TableRefused('unreadable') : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
