import { csvLine } from './csv-text.ts';
import type { FieldEnds, RecordFault, RecordSink } from './faults.ts';
import type { RejectsFile } from './rejects-file.ts';

const EXCERPT_BYTES = 500;
const OUT_BYTES = 4 * 1024 * 1024;
const QUOTE = 0x22;
/** Between the fields of a plain line. */
const SEPARATOR = 0x1f;
const MARK = String.fromCharCode(SEPARATOR);
const isUnfit = (field: string): boolean => field.includes(MARK) || /[\r\n]/.test(field);

/** Counts of one import so far. `records` = accepted by the scanner + rejected by it. */
export interface ScanCounts {
  records: number;
  rejected: number;
}

/** What was accepted, in large pieces. */
export interface StagePieces {
  plain: Buffer[];
  csv: Buffer[];
}

/**
 * Collects good records, each with its record and line number, for stage files the engine reads; bad ones go to the
 * rejects file. Nearly all become plain lines, unquoted fields between unit separators: the engine cuts those in a
 * quarter of the time it takes to read CSV. Records with a separator or a line break inside a field stay CSV.
 */
export class StageSink implements RecordSink {
  readonly counts: ScanCounts = { records: 0, rejected: 0 };
  /** Columns that had a value in some record since this was last cleared, by position from 1. */
  readonly filled: Uint8Array;
  readonly #rejects: RejectsFile;
  readonly #delimiter: string;
  readonly #columnNames: readonly string[];
  readonly #plain = new Pieces();
  readonly #csv = new Pieces();

  constructor(options: { rejects: RejectsFile; delimiter: string; columnNames: readonly string[] }) {
    this.#rejects = options.rejects;
    this.#delimiter = options.delimiter;
    this.#columnNames = options.columnNames;
    this.filled = new Uint8Array(options.columnNames.length + 1);
  }

  accept(bytes: Buffer, start: number, end: number, line: number, ends?: FieldEnds): void {
    this.counts.records++;
    if (ends) {
      const plain = this.#plain;
      plain.begin(end - start + 48);
      plain.number(this.counts.records);
      plain.byte(SEPARATOR);
      plain.number(line);
      plain.byte(SEPARATOR);
      this.#copyFields(bytes, start, ends);
      plain.byte(0x0a);
      return;
    }
    // Its fields were not told apart.
    this.filled.fill(1);
    this.#csv.begin(end - start + 48);
    this.#csv.text(`${this.counts.records}${this.#delimiter}${line}${this.#delimiter}`);
    this.#csv.copy(bytes, start, end);
    this.#csv.byte(0x0a);
  }

  acceptFields(fields: readonly string[], line: number): void {
    this.counts.records++;
    fields.forEach((field, index) => {
      if (field !== '') this.filled[index + 1] = 1;
    });
    const texts = [String(this.counts.records), String(line), ...fields];
    const fit = !fields.some(isUnfit);
    const bytes = Buffer.from(fit ? texts.join(MARK) : csvLine(texts, this.#delimiter));
    const out = fit ? this.#plain : this.#csv;
    out.begin(bytes.length + 1);
    out.copy(bytes, 0, bytes.length);
    out.byte(0x0a);
  }

  reject(fault: RecordFault, line: number, column: number, bytes: Buffer, start: number, end: number): void {
    this.counts.records++;
    this.counts.rejected++;
    const excerpt = bytes.toString('utf8', start, Math.min(end, start + EXCERPT_BYTES));
    const name = column === 0 ? '' : (this.#columnNames[column - 1] ?? `field ${column}`);
    const counts = { n: String(column), expected: String(this.#columnNames.length) };
    this.#rejects.add(this.counts.records, line, name, fault, fault === 'field_count' ? counts : {}, excerpt);
  }

  /** What was accepted since the last call, in large pieces; all of it when `last`. */
  take(last: boolean): StagePieces {
    return { plain: this.#plain.take(last), csv: this.#csv.take(last) };
  }

  /** Fields without their quotes, between unit separators; those between two quoted ones are copied in one piece. */
  #copyFields(bytes: Buffer, start: number, { at, quoted, quotedCount }: FieldEnds): void {
    const plain = this.#plain;
    const { out } = plain;
    const { filled } = this;
    let from = start;
    let field = 0;
    for (let n = 0; n <= quotedCount; n++) {
      const stop = n < quotedCount ? (quoted[n] ?? 0) : at.length;
      const last = stop > field ? (at[stop - 1] ?? 0) : from - 1;
      const shift = plain.used - from;
      if (last >= from) plain.copy(bytes, from, last);
      for (; field < stop; field++) {
        const end = at[field] ?? 0;
        if (end > from) filled[field + 1] = 1;
        out[end + shift] = SEPARATOR;
        from = end + 1;
      }
      plain.used = from + shift;
      if (n < quotedCount) {
        const end = at[field] ?? 0;
        if (end > from + 2) filled[field + 1] = 1;
        plain.unquoted(bytes, from + 1, end - 1);
        plain.byte(SEPARATOR);
        from = end + 1;
        field++;
      }
    }
    // The last field needs none after it.
    plain.used--;
  }
}

/** Bytes in large buffers that are filled one after the other. */
class Pieces {
  out = Buffer.allocUnsafe(OUT_BYTES);
  used = 0;
  #full: Buffer[] = [];

  /** Makes sure that so many bytes have room. */
  begin(room: number): void {
    if (this.used + room > this.out.length) this.#turn(room);
  }

  /** A whole number of 0 or more; a string of it would take ten times as long. */
  number(value: number): void {
    let digits = 1;
    for (let limit = 10; value >= limit; limit *= 10) digits++;
    this.used += digits;
    let rest = value;
    for (let at = this.used - 1; digits > 0; digits--, at--) {
      const tens = Math.floor(rest / 10);
      this.out[at] = 0x30 + rest - tens * 10;
      rest = tens;
    }
  }

  /** The inside of a quoted field: two quotes are one. */
  unquoted(bytes: Buffer, start: number, end: number): void {
    const { out } = this;
    let { used } = this;
    for (let at = start; at < end; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === QUOTE) at++;
      out[used++] = byte;
    }
    this.used = used;
  }

  text(text: string): void {
    this.used += this.out.write(text, this.used, 'latin1');
  }

  copy(bytes: Buffer, start: number, end: number): void {
    this.used += bytes.copy(this.out, this.used, start, end);
  }

  byte(byte: number): void {
    this.out[this.used++] = byte;
  }

  take(last: boolean): Buffer[] {
    if (last && this.used > 0) this.#turn(OUT_BYTES);
    const full = this.#full;
    this.#full = [];
    return full;
  }

  #turn(room: number): void {
    if (this.used > 0) this.#full.push(this.out.subarray(0, this.used));
    this.out = Buffer.allocUnsafe(Math.max(OUT_BYTES, room));
    this.used = 0;
  }
}
