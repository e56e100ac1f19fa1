import { isUtf8 } from 'node:buffer';
import { splitCsv } from './csv-text.ts';
import { type FieldEnds, MAX_RECORD_BYTES, type RecordFault, type RecordScanner, type RecordSink } from './faults.ts';

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;
/** What stands between fields in stage files. */
const SEPARATOR = 0x1f;

/**
 * Finds the records of CSV text without making a string of any of them. The engine's own tolerant modes swallow rows
 * silently; here every record is either handed on unchanged or rejected with its line and column.
 */
export class CsvScanner implements RecordScanner {
  readonly #delimiter: number;
  readonly #columns: number;
  readonly #sink: RecordSink;
  /** Bytes at which an unquoted field may end or must be looked at. */
  readonly #special = new Uint8Array(256);
  #line: number;
  /** Records still to be passed over: the header, and a spreadsheet's `sep=;` before it. */
  #skip: number;
  #skipping = false;
  #checkText = true;
  /**
   * Where the next quote, carriage return and unit separator of the window are; -1 before the first window, so nothing
   * is hurried.
   */
  #quoteAt = -1;
  #returnAt = -1;
  #separatorAt = -1;
  #windowed = false;

  // What `#measure` found: the record's end with and without its line end, and whether the engine would misread it.
  #fields = 0;
  #end = 0;
  #next = 0;
  #rough = false;
  #plain = false;
  readonly #ends: FieldEnds;
  #fault: RecordFault | '' = '';

  constructor(options: { delimiter: string; columns: number; line: number; skip?: number; sink: RecordSink }) {
    this.#delimiter = options.delimiter.charCodeAt(0);
    this.#columns = options.columns;
    this.#sink = options.sink;
    this.#line = options.line;
    this.#skip = options.skip ?? 0;
    this.#ends = { at: new Int32Array(options.columns), quoted: new Int32Array(options.columns), quotedCount: 0 };
    for (const byte of [this.#delimiter, QUOTE, LF, CR]) this.#special[byte] = 1;
  }

  /** Valid text is checked once per window; only a window with a fault is checked record by record. */
  window(bytes: Buffer, start: number, end: number): void {
    this.#checkText = !isUtf8(bytes.subarray(start, end));
    this.#windowed = true;
    this.#quoteAt = -1;
    this.#returnAt = -1;
    this.#separatorAt = -1;
  }

  next(bytes: Buffer, start: number, end: number, last: boolean): number {
    if (this.#skipping) return this.#skipLine(bytes, start, end, last);
    if (!this.#measure(bytes, start, end, last)) return -1;
    if (this.#fault === '' && this.#fields === 1 && this.#end === start) {
      this.#line++;
      return this.#next;
    }
    if (this.#skip > 0) {
      this.#skip--;
      this.#line += 1 + lineBreaks(bytes, start, this.#end);
      return this.#next;
    }
    if (this.#fault === '' && this.#fields !== this.#columns) this.#fault = 'field_count';
    if (this.#fault === '' && this.#end - start > MAX_RECORD_BYTES) this.#fault = 'too_long';
    if (this.#fault !== '') return this.#reject(bytes, start, end, last);
    if (this.#checkText && !isUtf8(bytes.subarray(start, this.#end))) {
      this.#sink.reject('encoding', this.#line, 0, bytes, start, this.#end);
    } else if (this.#rough) {
      const fields = splitCsv(bytes.toString('utf8', start, this.#end), String.fromCharCode(this.#delimiter));
      this.#sink.acceptFields(fields, this.#line);
    } else {
      const isLine = this.#plain || this.#isLine(bytes, start);
      this.#sink.accept(bytes, start, this.#end, this.#line, isLine ? this.#ends : undefined);
      if (isLine) {
        this.#line++;
        return this.#next;
      }
    }
    this.#line += 1 + lineBreaks(bytes, start, this.#end);
    return this.#next;
  }

  /**
   * A line without quotes and stray carriage returns, which is most of them. False when it is none or not yet whole.
   */
  #measurePlain(bytes: Buffer, start: number, end: number): boolean {
    if (!this.#windowed) return false;
    const lineEnd = bytes.indexOf(LF, start);
    if (lineEnd < 0 || lineEnd >= end) return false;
    if (this.#quoteAt < start) this.#quoteAt = indexOrEver(bytes, QUOTE, start);
    if (this.#quoteAt < lineEnd) return false;
    this.#lookAhead(bytes, start);
    if (this.#returnAt < lineEnd - 1 || this.#separatorAt < lineEnd) return false;
    const textEnd = this.#returnAt < lineEnd ? lineEnd - 1 : lineEnd;
    const delimiter = this.#delimiter;
    const ends = this.#ends.at;
    let fields = 0;
    for (let at = start; at < textEnd; at++) if (bytes[at] === delimiter) ends[fields++] = at;
    ends[fields] = textEnd;
    this.#plain = true;
    return this.#complete(fields + 1, textEnd, lineEnd + 1);
  }

  #lookAhead(bytes: Buffer, start: number): void {
    if (this.#returnAt < start) this.#returnAt = indexOrEver(bytes, CR, start);
    if (this.#separatorAt < start) this.#separatorAt = indexOrEver(bytes, SEPARATOR, start);
  }

  /** Whether the measured record, quotes and all, is one line without a unit separator. */
  #isLine(bytes: Buffer, start: number): boolean {
    if (!this.#windowed) return false;
    this.#lookAhead(bytes, start);
    return Math.min(indexOrEver(bytes, LF, start), this.#returnAt, this.#separatorAt) >= this.#end;
  }

  /**
   * After a fault in a record of several lines, the lost quote is most likely in its first line, so reading goes on at
   * the second; a record that is whole but has too many or few fields is left whole unless its second line is a record.
   */
  #reject(bytes: Buffer, start: number, end: number, last: boolean): number {
    const fault = this.#fault;
    const column = this.#fields;
    const whole = this.#next;
    const lineEnd = bytes.indexOf(LF, start);
    if (lineEnd < 0 || lineEnd >= end) {
      if (!last && end - start <= MAX_RECORD_BYTES) return -1;
      this.#skipping = !last;
      this.#sink.reject(last ? fault || 'too_long' : 'too_long', this.#line, column, bytes, start, end);
      if (last) this.#line++;
      return end;
    }
    const tooLong = lineEnd - start > MAX_RECORD_BYTES;
    const keepWhole = fault === 'field_count' && whole > lineEnd + 1 && !this.#isRecord(bytes, lineEnd + 1, end);
    const next = keepWhole ? whole : lineEnd + 1;
    this.#sink.reject(tooLong ? 'too_long' : fault || 'too_long', this.#line, column, bytes, start, next - 1);
    this.#line += keepWhole ? 1 + lineBreaks(bytes, start, whole - 1) : 1;
    return next;
  }

  #isRecord(bytes: Buffer, start: number, end: number): boolean {
    return this.#measure(bytes, start, end, true) && this.#fault === '' && this.#fields === this.#columns;
  }

  /** The rest of a line that was too long to keep; its beginning is reported already. */
  #skipLine(bytes: Buffer, start: number, end: number, last: boolean): number {
    const at = bytes.subarray(start, end).indexOf(LF);
    if (at < 0 && !last) return end;
    this.#skipping = false;
    this.#line++;
    return at < 0 ? end : start + at + 1;
  }

  /** One record from `start`. False when the window is too short to tell. */
  #measure(bytes: Buffer, start: number, end: number, last: boolean): boolean {
    const mayGrow = !last && end - start <= MAX_RECORD_BYTES;
    const special = this.#special;
    const delimiter = this.#delimiter;
    const ends = this.#ends;
    const endAt = ends.at;
    let at = start;
    let fields = 0;
    this.#rough = false;
    this.#plain = false;
    ends.quotedCount = 0;
    this.#fault = '';
    if (this.#measurePlain(bytes, start, end)) return true;
    for (;;) {
      fields++;
      if (at < end && bytes[at] === QUOTE) {
        const close = closingQuote(bytes, at, end, last);
        if (close < 0) {
          if (mayGrow) return false;
          return this.#broken('unclosed_quote', fields, end);
        }
        at = close + 1;
        ends.quoted[ends.quotedCount++] = fields - 1;
        while (at < end && bytes[at] === 0x20) {
          this.#rough = true;
          at++;
        }
        if (at < end && special[bytes[at] ?? 0] === 0) return this.#broken('text_after_quote', fields, end);
        if (at < end && bytes[at] === QUOTE) return this.#broken('text_after_quote', fields, end);
      } else {
        for (;;) {
          while (at < end && special[bytes[at] ?? 0] === 0) at++;
          if (at >= end) break;
          const byte = bytes[at];
          if (byte === delimiter || byte === LF) break;
          if (byte === CR && (at + 1 >= end || bytes[at + 1] === LF)) break;
          this.#rough = true;
          at++;
        }
      }
      if (at >= end) {
        if (!last) return mayGrow ? false : this.#broken('too_long', fields, end);
        endAt[fields - 1] = end;
        return this.#complete(fields, end, end);
      }
      const byte = bytes[at];
      endAt[fields - 1] = at;
      if (byte === delimiter) {
        at++;
        continue;
      }
      if (byte === LF) return this.#complete(fields, at, at + 1);
      // A carriage return: the line feed after it may lie in the next window.
      if (at + 1 >= end && !last) return mayGrow ? false : this.#broken('too_long', fields, end);
      if (at + 1 >= end) return this.#complete(fields, at, end);
      if (bytes[at + 1] === LF) return this.#complete(fields, at, at + 2);
      return this.#broken('text_after_quote', fields, end);
    }
  }

  #complete(fields: number, end: number, next: number): boolean {
    this.#fields = fields;
    this.#end = end;
    this.#next = next;
    return true;
  }

  #broken(fault: RecordFault, fields: number, end: number): boolean {
    this.#fault = fault;
    return this.#complete(fields, end, end);
  }
}

/** Position of the quote that closes the field opened at `open`, or -1 while it cannot be told. */
function closingQuote(bytes: Buffer, open: number, end: number, last: boolean): number {
  let at = open + 1;
  for (;;) {
    at = bytes.indexOf(QUOTE, at);
    if (at < 0 || at >= end) return -1;
    if (at + 1 >= end) return last ? at : -1;
    if (bytes[at + 1] !== QUOTE) return at;
    at += 2;
  }
}

function indexOrEver(bytes: Buffer, byte: number, from: number): number {
  const at = bytes.indexOf(byte, from);
  return at < 0 ? Number.MAX_SAFE_INTEGER : at;
}

function lineBreaks(bytes: Buffer, start: number, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf(LF, start); at >= 0 && at < end; at = bytes.indexOf(LF, at + 1)) count++;
  return count;
}
