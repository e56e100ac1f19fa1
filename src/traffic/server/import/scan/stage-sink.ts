import { csvLine } from './csv-text.ts';
import { RECORD_FAULTS, type RecordFault, type RecordSink } from './faults.ts';
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
 * rejects file. Nearly all become plain lines, unquoted fields between unit separators: the engine cuts those in a quarter
 * of the time it takes to read CSV. Records with a separator or a line break inside a field stay CSV.
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

  accept(bytes: Buffer, start: number, end: number, line: number, ends?: Int32Array): void {
    this.counts.records++;
    const plain = this.#plain;
    plain.begin(end - start + 48);
    const mark = plain.used;
    plain.text(`${this.counts.records}${MARK}${line}${MARK}`);
    if (ends) this.#copyFields(bytes, start, end, ends);
    if (ends || this.#unquote(bytes, start, end)) {
      plain.byte(0x0a);
      return;
    }
    plain.used = mark;
    // Its fields were not told apart to the end.
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
    const detail = fault === 'field_count' ? ` (${column} instead of ${this.#columnNames.length})` : '';
    this.#rejects.add(this.counts.records, line, name, RECORD_FAULTS[fault] + detail, excerpt);
  }

  /** What was accepted since the last call, in large pieces; all of it when `last`. */
  take(last: boolean): StagePieces {
    return { plain: this.#plain.take(last), csv: this.#csv.take(last) };
  }

  #copyFields(bytes: Buffer, start: number, end: number, ends: Int32Array): void {
    const { out, used } = this.#plain;
    const { filled } = this;
    this.#plain.copy(bytes, start, end);
    let from = start;
    for (let field = 0; field < ends.length; field++) {
      const to = ends[field] ?? 0;
      if (to > from) filled[field + 1] = 1;
      if (to < end) out[used + to - start] = SEPARATOR;
      from = to + 1;
    }
  }

  /** The fields without their quotes; the scanner found the record well formed. False when a field is unfit for a line. */
  #unquote(bytes: Buffer, start: number, end: number): boolean {
    const { out } = this.#plain;
    const { filled } = this;
    const delimiter = this.#delimiter.charCodeAt(0);
    let { used } = this.#plain;
    let from = used;
    let field = 1;
    let quoted = false;
    for (let at = start; at < end; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === QUOTE && (quoted || used === from)) {
        if (!quoted) {
          quoted = true;
          continue;
        }
        if (bytes[at + 1] !== QUOTE || at + 1 >= end) {
          // Only a delimiter may follow, so an empty quoted field cannot open twice.
          quoted = false;
          continue;
        }
        at++;
      } else if (byte === delimiter && !quoted) {
        if (used > from) filled[field] = 1;
        out[used++] = SEPARATOR;
        from = used;
        field++;
        continue;
      } else if (byte === SEPARATOR || byte === 0x0a || byte === 0x0d) return false;
      out[used++] = byte;
    }
    if (used > from) filled[field] = 1;
    this.#plain.used = used;
    return true;
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
