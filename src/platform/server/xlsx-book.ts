import writeXlsx, { type Cell as BookCell } from 'write-excel-file/node';
import type { Cell } from './csv.ts';
import { DECIMAL, dateOf, type FileColumn, type FileKind } from './file-columns.ts';

/** A date without a time is a day, any other a moment in UTC. */
export type SheetCell = Cell | Date;

/** A sheet as it goes from one thread to the other; with `columns` it begins with a head that stays while one scrolls. */
export interface PlainSheet {
  name: string;
  rows: SheetCell[][];
  columns?: readonly FileColumn[];
}

/** A cell of a spreadsheet holds no more. */
const LONGEST = 32_767;

const FORMATS: Readonly<Partial<Record<FileKind, string>>> = {
  count: '#,##0',
  money: '#,##0.00####',
  // Shares are numbers of 0 to 100 under a head that says percent.
  percent: '0.00',
  day: 'yyyy-mm-dd',
  month: 'yyyy-mm',
  moment: 'yyyy-mm-dd hh:mm:ss',
};

const MIDNIGHT = 86_400_000;
const plainDate = (value: Date): FileKind => (value.getTime() % MIDNIGHT === 0 ? 'day' : 'moment');

function formatFor(kind: FileKind): { format?: string } {
  const format = FORMATS[kind];
  return format === undefined ? {} : { format };
}

/** As its column says; what does not fit it stays what it is. */
function typed(value: SheetCell, kind: FileKind): SheetCell {
  if (typeof value !== 'string') return value;
  if (kind === 'money' && DECIMAL.test(value)) return Number(value);
  return dateOf(value, kind) ?? value;
}

/**
 * A text is a text, whatever it begins with: a cell is calculated only where the file says formula. What XML cannot hold
 * the library leaves out.
 */
function cellOf(given: SheetCell, kind: FileKind, bold: boolean): BookCell {
  const value = typed(given, kind);
  if (value === null || value === undefined || value === '') return null;
  if (value instanceof Date) return { value, type: Date, ...formatFor(kind === 'plain' ? plainDate(value) : kind) };
  if (typeof value === 'number') return Number.isFinite(value) ? { value, type: Number, ...formatFor(kind) } : null;
  if (typeof value === 'boolean') return { value, type: Boolean };
  return { value: keyed(value.slice(0, LONGEST)), type: String, ...(bold ? { fontWeight: 'bold' as const } : {}) };
}

/**
 * The library finds texts it has had in a plain object, in which `constructor` and `__proto__` always are: such a cell
 * would hold a function, and no program would open the file. A character that XML cannot hold makes another key of them,
 * and is left out of what is written.
 */
const keyed = (text: string): string => (text in Object.prototype ? `${text}\u0001` : text);

/** The bytes of a workbook. */
export async function workbook(sheets: readonly PlainSheet[]): Promise<Buffer> {
  return writeXlsx(
    sheets.map(({ name, rows, columns }) => ({
      sheet: name,
      data: [
        ...(columns ? [columns.map(({ label }) => cellOf(label, 'plain', true))] : []),
        ...rows.map((row) =>
          row.map((cell, at) => cellOf(cell, columns?.[at]?.kind ?? 'plain', columns === undefined && at === 0)),
        ),
      ],
      columns: (columns ?? rows[0])?.map(() => ({ width: columns ? 20 : 26 })) ?? [],
      ...(columns ? { stickyRowsCount: 1 } : {}),
    })),
  ).toBuffer();
}
