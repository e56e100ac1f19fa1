import writeXlsx, { type Cell as BookCell } from 'write-excel-file/node';
import type { Cell } from './csv.ts';

/** A sheet as it goes from one thread to the other. */
export interface PlainSheet {
  name: string;
  rows: Cell[][];
  /** The first row is a head: bold, and it stays while one scrolls. */
  head: boolean;
}

/** A cell of a spreadsheet holds no more. */
const LONGEST = 32_767;

/**
 * A text is a text, whatever it begins with: a cell is calculated only where the file says formula. What XML cannot hold
 * the library leaves out.
 */
function cellOf(value: Cell, bold: boolean): BookCell {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'number') return Number.isFinite(value) ? { value, type: Number } : null;
  if (typeof value === 'boolean') return { value, type: Boolean };
  return { value: value.slice(0, LONGEST), type: String, ...(bold ? { fontWeight: 'bold' as const } : {}) };
}

/** The bytes of a workbook. */
export async function workbook(sheets: readonly PlainSheet[]): Promise<Buffer> {
  return writeXlsx(
    sheets.map(({ name, rows, head }) => ({
      sheet: name,
      data: rows.map((row, at) => row.map((cell, column) => cellOf(cell, head ? at === 0 : column === 0))),
      columns: rows[0]?.map(() => ({ width: head ? 20 : 26 })) ?? [],
      ...(head ? { stickyRowsCount: 1 } : {}),
    })),
  ).toBuffer();
}
