import { type FileHandle, open } from 'node:fs/promises';
import { csvLine, guardFormula } from './csv-text.ts';
import { RECORD_FAULTS, type RecordFault, type RecordSink } from './faults.ts';

const EXCERPT_BYTES = 500;
/** Reasons with a count in them could become many; the file has them all. */
const MAX_REASONS = 1000;
const OUT_BYTES = 4 * 1024 * 1024;

/** Counts of one import so far. `records` = accepted by the scanner + rejected by it. */
export interface ScanCounts {
  records: number;
  rejected: number;
}

/** The rejects of an import as CSV a person can open. */
export class RejectsFile {
  static async create(path: string): Promise<RejectsFile> {
    const file = new RejectsFile(await open(path, 'w', 0o600));
    file.#pending.push('record,line,column,reason,excerpt\n');
    return file;
  }

  readonly #file: FileHandle;
  readonly #counts = new Map<string, { columnName: string; reason: string; records: number }>();
  #pending: string[] = [];
  #writing: Promise<void> = Promise.resolve();

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  add(record: number, line: number, column: string, reason: string, excerpt: string): void {
    const kind = `${column}\n${reason}`;
    const counted = this.#counts.get(kind);
    if (counted) counted.records++;
    else if (this.#counts.size < MAX_REASONS) this.#counts.set(kind, { columnName: column, reason, records: 1 });
    const shown = guardFormula(excerpt.replace(/[\r\n]+/g, ' '));
    this.#pending.push(`${csvLine([String(record), String(line), guardFormula(column), reason, shown], ',')}\n`);
  }

  /** How many records were rejected for which reason. */
  summary(): { columnName: string; reason: string; records: number }[] {
    return [...this.#counts.values()];
  }

  /** The scanner and the loader both come here, so writes queue. */
  flush(): Promise<void> {
    const text = this.#pending.join('');
    this.#pending = [];
    if (text !== '') this.#writing = this.#writing.then(() => this.#file.appendFile(text));
    return this.#writing;
  }

  async close(): Promise<void> {
    await this.flush().finally(() => this.#file.close());
  }
}

/**
 * Collects good records, each prefixed with its record and line number, into stage files of bounded size that the
 * engine reads; bad ones go to the rejects file.
 */
export class StageSink implements RecordSink {
  readonly counts: ScanCounts = { records: 0, rejected: 0 };
  readonly #rejects: RejectsFile;
  readonly #delimiter: string;
  readonly #columnNames: readonly string[];
  #out = Buffer.allocUnsafe(OUT_BYTES);
  #used = 0;
  #full: Buffer[] = [];

  constructor(options: { rejects: RejectsFile; delimiter: string; columnNames: readonly string[] }) {
    this.#rejects = options.rejects;
    this.#delimiter = options.delimiter;
    this.#columnNames = options.columnNames;
  }

  accept(bytes: Buffer, start: number, end: number, line: number): void {
    const room = end - start + 48;
    if (this.#used + room > this.#out.length) this.#turn(room);
    this.counts.records++;
    this.#number(this.counts.records);
    this.#number(line);
    if (end - start < 64) for (let at = start; at < end; at++) this.#out[this.#used++] = bytes[at] ?? 0;
    else this.#used += bytes.copy(this.#out, this.#used, start, end);
    this.#out[this.#used++] = 0x0a;
  }

  acceptFields(fields: readonly string[], line: number): void {
    const bytes = Buffer.from(csvLine(fields, this.#delimiter));
    this.accept(bytes, 0, bytes.length, line);
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
  take(last: boolean): Buffer[] {
    if (last && this.#used > 0) this.#turn(OUT_BYTES);
    const full = this.#full;
    this.#full = [];
    return full;
  }

  #turn(room: number): void {
    if (this.#used > 0) this.#full.push(this.#out.subarray(0, this.#used));
    this.#out = Buffer.allocUnsafe(Math.max(OUT_BYTES, room));
    this.#used = 0;
  }

  #number(value: number): void {
    this.#used += this.#out.write(String(value), this.#used, 'latin1');
    this.#out[this.#used++] = this.#delimiter.charCodeAt(0);
  }
}
