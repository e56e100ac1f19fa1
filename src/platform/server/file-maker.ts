import type { FileFormat } from '#platform/contract/file-formats.ts';
import { type Cell, csvStream } from './csv.ts';
import { aboutLine, type FileAbout, fileNameOf } from './file-about.ts';
import type { FileColumn } from './file-columns.ts';
import type { FileAnswer } from './http/implement.ts';
import { parquetFile } from './parquet.ts';
import { xlsxFile } from './xlsx.ts';

/** Rows under the columns of their file. */
export interface FileTable {
  columns: readonly FileColumn[];
  rows: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>;
}

/** The forms whose cells are typed: an amount is a number in them, so each currency has a column of its own. */
export const TYPED_FILES: Readonly<
  Record<Exclude<FileFormat, 'csv'>, (about: FileAbout, table: FileTable) => FileAnswer | Promise<FileAnswer>>
> = {
  xlsx: (about, { columns, rows }) => xlsxFile(about, columns, rows),
  parquet: (about, { columns, rows }) => parquetFile(about, columns, rows),
};

/** Rows in the form asked for; a CSV says in its first line what it is, where that is asked for. */
export function fileOf(
  format: FileFormat,
  about: FileAbout,
  table: FileTable,
  said?: 'line' | 'none',
): FileAnswer | Promise<FileAnswer> {
  if (format !== 'csv') return TYPED_FILES[format](about, table);
  return {
    fileName: fileNameOf(about, 'csv'),
    mediaType: 'text/csv; charset=utf-8',
    stream: csvStream(
      table.columns.map(({ label }) => label),
      table.rows,
      said === 'line' ? aboutLine(about) : undefined,
    ),
  };
}
