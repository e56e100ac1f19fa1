import { MAX_RECORD_BYTES } from '../scan/faults.ts';
import { SHEET_COLUMNS, SHEET_ROWS } from './unpack-limits.ts';
import { attribute, XmlBroken, type XmlHandler } from './xml-events.ts';

/** One cell as it stands in a sheet. Blank ones are left out. */
export interface Cell {
  /** From 1. */
  column: number;
  /** `s` shared string, `n` number, `b` flag, `d` date, `str` result of a formula, `inlineStr` text. */
  type: string;
  style: string | undefined;
  text: string;
}

export interface Row {
  /** From 1. */
  number: number;
  cells: Cell[];
}

/** Text as workbooks write characters that XML does not allow. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/**
 * The text of a cell or a shared string: a plain one, or runs of rich text one after the other; how it is to be
 * pronounced is not part of it. A record of more than MAX_RECORD_BYTES is rejected, so no more than that is kept.
 */
class RichText {
  #text = '';
  #runs = false;
  #spoken = false;
  #inText = false;

  open(name: string): void {
    if (name === 't') {
      this.#inText = true;
      if (!this.#runs && !this.#spoken) this.#text = '';
    } else if (name === 'r') this.#runs = true;
    else if (name === 'rPh') this.#spoken = true;
  }

  close(name: string): void {
    if (name === 't') this.#inText = false;
    else if (name === 'rPh') this.#spoken = false;
  }

  add(text: string): void {
    if (this.#inText && !this.#spoken && this.#text.length <= MAX_RECORD_BYTES) this.#text += text;
  }

  take(): string {
    const text = unescaped(this.#text).trim();
    this.#text = '';
    this.#runs = false;
    return text;
  }
}

/** Collects the shared strings of a workbook in their order. */
export class SharedStringReader implements XmlHandler {
  readonly #found: (text: string) => void;
  readonly #text = new RichText();
  #open = false;

  constructor(found: (text: string) => void) {
    this.#found = found;
  }

  open(name: string): void {
    if (name === 'si') this.#open = true;
    else if (this.#open) this.#text.open(name);
  }

  close(name: string): void {
    if (name !== 'si') {
      this.#text.close(name);
      return;
    }
    this.#open = false;
    this.#found(this.#text.take());
  }

  text(text: string): void {
    if (this.#open) this.#text.add(text);
  }
}

/**
 * Collects the rows of a sheet that have something in them. Rows and cells stand in order, within what a sheet can
 * hold.
 */
export class RowReader implements XmlHandler {
  /** Whether the end of the data was seen. */
  done = false;
  rows: Row[] = [];
  #inData = false;
  #row: { number: number | undefined; cells: Cell[]; column: number } | null = null;
  #cell: Cell | null = null;
  #inValue = false;
  readonly #inline = new RichText();
  #last = 0;

  open(name: string, attributes: string): void {
    if (this.#cell) this.#openInCell(name);
    else if (name === 'sheetData') this.#inData = true;
    else if (this.#inData && name === 'row') {
      const number = attribute(attributes, 'r');
      this.#row = { number: number ? Number(number) : undefined, cells: [], column: 0 };
    } else if (name === 'c' && this.#row) this.#cell = this.#begin(this.#row, attributes);
  }

  close(name: string): void {
    if ((name === 'sheetData' && this.#row) || (name === 'row' && this.#cell))
      throw new XmlBroken('a row of its first sheet is cut off');
    if (name === 'sheetData') this.done = true;
    else if (name === 'row') this.#endRow();
    else if (name === 'c') this.#endCell();
    else if (name === 'v') this.#inValue = false;
    else if (name === 'is' && this.#cell?.type === 'inlineStr') this.#cell.text = this.#inline.take();
    else if (this.#cell) this.#inline.close(name);
  }

  text(text: string): void {
    if (!this.#cell) return;
    if (!this.#inValue) this.#inline.add(text);
    else if (this.#cell.text.length <= MAX_RECORD_BYTES) this.#cell.text += text;
  }

  #openInCell(name: string): void {
    if (name === 'v') this.#inValue = this.#cell?.type !== 'inlineStr';
    else this.#inline.open(name);
  }

  #begin(row: { number: number | undefined; column: number }, attributes: string): Cell {
    const place = attribute(attributes, 'r');
    const [column, number] = place === undefined ? [row.column + 1, undefined] : placeOf(place);
    if (!(column > row.column && column <= SHEET_COLUMNS))
      throw new XmlBroken(`the cell ${place ?? `after column ${row.column}`} is out of place`);
    row.column = column;
    row.number ??= number;
    return { column, type: attribute(attributes, 't') ?? 'n', style: attribute(attributes, 's'), text: '' };
  }

  #endCell(): void {
    const cell = this.#cell;
    this.#cell = null;
    if (!cell) return;
    if (cell.type === 'str') cell.text = unescaped(cell.text).trim();
    if (cell.text !== '' && cell.type !== 'e') this.#row?.cells.push(cell);
  }

  #endRow(): void {
    const row = this.#row;
    this.#row = null;
    if (!row) return;
    const number = row.number ?? this.#last + 1;
    if (!(Number.isInteger(number) && number > this.#last && number <= SHEET_ROWS))
      throw new XmlBroken(`the row ${number} is out of place`);
    this.#last = number;
    if (row.cells.length > 0) this.rows.push({ number, cells: row.cells });
  }
}

/** `AB12` → 28, 12. */
function placeOf(place: string): [number, number] {
  const found = /^([A-Z]{1,3})(\d{1,7})$/i.exec(place);
  if (!found) throw new XmlBroken('a cell says it stands where none can');
  const [, letters = '', digits] = found;
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return [column, Number(digits)];
}
