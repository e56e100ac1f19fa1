import { ImportRefused } from '../import-error.ts';

// What an uploaded file may cost before anybody said "import", in one place. Each stands well above what exports have.

/** Real logs reach 50:1; deflate cannot exceed 1,032:1, which only a bomb comes near. */
const MAX_RATIO = 250;
/** Below this much output the ratio says nothing: a small file of equal lines is harmless. */
const RATIO_COUNTS_FROM = 256 * 1024 * 1024;
const MAX_UNPACKED = 1024 ** 4;
/** Entries of an archive, read or not; each is looked at. A zip without the extension for large ones holds no more. */
export const ARCHIVE_ENTRIES = 65_535;
/** Files of an archive that are read. */
export const ARCHIVE_FILES = 1_000;
/** Parts of a workbook together. A sheet has at most 1,048,576 rows, and this bounds their text. */
export const WORKBOOK_BYTES = 400 * 1024 * 1024;
/** A spreadsheet has 65,490 at most. */
export const WORKBOOK_STYLES = 200_000;
/**
 * The last row and column a spreadsheet has (XFD1048576): what says it stands beyond lies, to be filled up with
 * nothing.
 */
export const SHEET_ROWS = 1_048_576;
export const SHEET_COLUMNS = 16_384;
/**
 * Fields of all rows together once each is as long as the longest; within WORKBOOK_BYTES there is room for 20 M that
 * are filled.
 */
export const SHEET_CELLS = 250_000_000;
/**
 * Columns of a file. Every one is some terms of the statement that stores the rows, which the engine refuses from about
 * 6,000 on, after as many seconds. Exports of the largest sources have 150.
 */
export const MAX_COLUMNS = 5_000;
/** How long somebody waits for a preview before they are told; the largest workbook takes about 15. */
export const PREVIEW_SECONDS = 60;

/** Counts unpacked bytes and refuses a file that is made to fill the disk. */
export class BombGuard {
  readonly #name: string;
  readonly #packed: () => number;
  #unpacked = 0;

  constructor(name: string, packed: () => number) {
    this.#name = name;
    this.#packed = packed;
  }

  add(bytes: number): void {
    this.#unpacked += bytes;
    const tooDense = this.#unpacked > RATIO_COUNTS_FROM && this.#unpacked > MAX_RATIO * Math.max(1, this.#packed());
    if (tooDense || this.#unpacked > MAX_UNPACKED) {
      throw new ImportRefused('bomb', { name: this.#name, n: String(MAX_RATIO) });
    }
  }
}
