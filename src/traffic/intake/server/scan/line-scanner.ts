import { isUtf8 } from 'node:buffer';
import { MAX_RECORD_BYTES, type RecordFault, type RecordScanner, type RecordSink } from './faults.ts';

/** Fields of one line, in the order of the source's columns, or what is wrong with it. */
export type LineParser = (line: string) => readonly string[] | RecordFault;

/** One record per line: web server logs and JSON lines. */
export class LineScanner implements RecordScanner {
  readonly #parse: LineParser;
  readonly #sink: RecordSink;
  #line: number;
  #skipping = false;

  constructor(options: { parse: LineParser; line: number; sink: RecordSink }) {
    this.#parse = options.parse;
    this.#sink = options.sink;
    this.#line = options.line;
  }

  next(bytes: Buffer, start: number, end: number, last: boolean): number {
    const found = bytes.indexOf(0x0a, start);
    const whole = found >= 0 && found < end;
    if (!whole && !last && end - start <= MAX_RECORD_BYTES) return -1;
    const stop = whole ? found : end;
    const line = this.#line;
    if (!this.#skipping) this.#record(bytes, start, stop, line);
    this.#skipping = !whole && !last;
    if (!this.#skipping) this.#line++;
    return whole ? stop + 1 : end;
  }

  #record(bytes: Buffer, start: number, stop: number, line: number): void {
    const end = stop > start && bytes[stop - 1] === 0x0d ? stop - 1 : stop;
    if (end === start) return;
    const fields = this.#fields(bytes, start, end);
    if (typeof fields === 'string') this.#sink.reject(fields, line, 0, bytes, start, end);
    else this.#sink.acceptFields(fields, line);
  }

  #fields(bytes: Buffer, start: number, end: number): readonly string[] | RecordFault {
    if (end - start > MAX_RECORD_BYTES) return 'too_long';
    return isUtf8(bytes.subarray(start, end)) ? this.#parse(bytes.toString('utf8', start, end)) : 'encoding';
  }
}
