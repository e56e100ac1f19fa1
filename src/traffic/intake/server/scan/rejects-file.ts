import { type FileHandle, open } from 'node:fs/promises';
import { guardFormula } from '#platform/server/csv.ts';
import { type ImportMessageCode, type ImportValues, importText } from '#traffic/intake/contract/import-messages.ts';
import { csvLine } from './csv-text.ts';

/** Reasons with a count in them could become many; the file has them all. */
const MAX_REASONS = 1000;
/** Lines told with a refusal; the file has them all. */
const MAX_LINES = 20;

/** The rejects of an import as CSV a person can open. */
export class RejectsFile {
  static async create(path: string): Promise<RejectsFile> {
    const file = new RejectsFile(await open(path, 'w', 0o600));
    file.#pending.push('record,line,column,reason,excerpt,code\n');
    return file;
  }

  readonly #file: FileHandle;
  readonly #counts = new Map<string, { columnName: string; reason: string; records: number }>();
  readonly #lines: number[] = [];
  #pending: string[] = [];
  #writing: Promise<void> = Promise.resolve();

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  add(
    record: number,
    line: number,
    column: string,
    code: ImportMessageCode,
    values: ImportValues,
    excerpt: string,
  ): void {
    const reason = importText(code, values);
    if (this.#lines.length < MAX_LINES) this.#lines.push(line);
    const kind = `${column}\n${reason}`;
    const counted = this.#counts.get(kind);
    if (counted) counted.records++;
    else if (this.#counts.size < MAX_REASONS) this.#counts.set(kind, { columnName: column, reason, records: 1 });
    const shown = guardFormula(excerpt.replace(/[\r\n]+/g, ' '));
    this.#pending.push(`${csvLine([String(record), String(line), guardFormula(column), reason, shown, code], ',')}\n`);
  }

  /** Where the first of them stand. */
  get lines(): readonly number[] {
    return this.#lines.toSorted((a, b) => a - b);
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
