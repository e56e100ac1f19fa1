import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { DELIMITERS, type Delimiter, type Reading } from '#traffic/intake/contract/import-mapping.ts';
import type { ImportMessage } from '#traffic/intake/contract/import-messages.ts';
import { ImportRefused } from '../import-error.ts';
import { splitCsv } from '../scan/csv-text.ts';
import { MAX_RECORD_BYTES, type RecordSink } from '../scan/faults.ts';
import { jsonColumns, parseJsonObject } from '../scan/json-lines.ts';
import { isWebLogLine } from '../scan/web-log.ts';
import { guessEncoding, toUtf8 } from './decode-text.ts';
import { guessDelimiter, looksLikeHeader } from './header-line.ts';
import { openBytes } from './open-bytes.ts';
import { type ImportFile, openText, scannerFor, sourceColumns } from './open-records.ts';
import { MAX_COLUMNS } from './unpack-limits.ts';
import { archiveNames } from './zip-bytes.ts';

export const SAMPLE_BYTES = 1024 * 1024;
const SAMPLE_RECORDS = 500;

/** The beginning of a file and what it says about the rest. */
export interface FileSample {
  reading: Reading;
  /** Names found in the file, as its scanner needs them. */
  header: string[];
  /** Columns its scanner delivers. */
  columns: string[];
  skip: number;
  records: { line: number; fields: string[] }[];
  /** Of no sound form, by what is wrong with them. */
  rejected: (ImportMessage & { records: number })[];
  /** What to know about how it is packed. */
  warnings: ImportMessage[];
}

/** Reads the beginning of a stored file. With `reading` it is read that way, else as it seems to be. */
export async function readSample(
  clickhouse: ClickHouse,
  file: ImportFile,
  reading?: Reading,
  signal?: AbortSignal,
): Promise<FileSample> {
  if (file.container === 'xlsx' || file.container === 'parquet') {
    const shape = file.container;
    // A header and its records.
    const head = await headOf(openText(clickhouse, file, 'utf-8', { rows: SAMPLE_RECORDS + 1, signal }).bytes);
    return sampleOf(head, file.name, { shape, encoding: 'utf-8', delimiter: ',', header: reading?.header ?? true });
  }
  const raw = await headOf(openBytes(file.path, file.name, file.container, signal).bytes);
  const sample = await sampleOfBytes(raw, file.name, reading);
  return file.container === 'zip' ? { ...sample, warnings: await archiveWarning(file, signal) } : sample;
}

const NAMES_SHOWN = 10;

async function archiveWarning({ path, name }: ImportFile, signal?: AbortSignal): Promise<ImportMessage[]> {
  const names = await archiveNames(path, name, signal);
  if (names.length < 2) return [];
  const shown = names.slice(0, NAMES_SHOWN).join(', ') + (names.length > NAMES_SHOWN ? ' …' : '');
  return [{ code: 'warn_archive', values: { n: String(names.length), names: shown } }];
}

/** The same for the first bytes of unpacked text. */
export async function sampleOfBytes(raw: Buffer, name: string, reading?: Reading): Promise<FileSample> {
  const encoding = reading?.encoding ?? guessEncoding(raw);
  const text = await headOf(toUtf8(once(raw), encoding));
  return sampleOf(text, name, reading ?? guessReading(text, encoding));
}

async function headOf(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of source) {
    parts.push(part);
    size += part.length;
    if (size >= SAMPLE_BYTES) break;
  }
  return Buffer.concat(parts);
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

function guessReading(head: Buffer, encoding: Reading['encoding']): Reading {
  const lines = firstLines(head, 25);
  const share = (test: (line: string) => boolean) => lines.filter(test).length / Math.max(1, lines.length);
  const common = { encoding, header: true, delimiter: ',' as Delimiter };
  if (share((line) => line.trimStart().startsWith('{')) > 0.5 && lines.some((line) => parseJsonObject(line)))
    return { ...common, shape: 'ndjson', header: false };
  if (share(isWebLogLine) > 0.5) return { ...common, shape: 'web_log', header: false };
  const separator = /^sep=(.)$/i.exec(lines[0] ?? '')?.[1];
  const delimiter = DELIMITERS.find((each) => each === separator) ?? guessDelimiter(lines);
  return { ...common, shape: 'csv', delimiter, header: looksLikeHeader(splitCsv(lines[0] ?? '', delimiter)) };
}

const linesOf = (head: Buffer, bytes = head.length): string[] =>
  head
    .toString('utf8', 0, bytes)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');

const firstLines = (head: Buffer, count: number): string[] => linesOf(head, 262_144).slice(0, count);

async function sampleOf(head: Buffer, name: string, reading: Reading): Promise<FileSample> {
  if (head.length === 0 || head.toString('utf8', 0, 4096).trim() === '') throw new ImportRefused('empty', { name });
  if (reading.shape !== 'ndjson' && reading.shape !== 'web_log') refuseManyColumns(head, name, reading.delimiter);
  const separatorLine = reading.shape === 'csv' && /^sep=.$/i.test(firstLines(head, 1)[0] ?? '') ? 1 : 0;
  const header = headerOf(head, reading, separatorLine);
  const records: FileSample['records'] = [];
  const rejected: FileSample['rejected'] = [];
  const delimiter = reading.shape === 'csv' ? reading.delimiter : ',';
  const sink: RecordSink = {
    accept: (bytes, start, end, line) =>
      void records.push({ line, fields: splitCsv(bytes.toString('utf8', start, end), delimiter) }),
    acceptFields: (fields, line) => void records.push({ line, fields: [...fields] }),
    reject: (code, _, column) => {
      const known = rejected.find((each) => each.code === code);
      const values = { n: String(column), expected: String(header.length) };
      if (known) known.records++;
      else rejected.push({ code, values: code === 'field_count' ? values : {}, records: 1 });
    },
  };
  const skip = separatorLine + (reading.shape === 'ndjson' || reading.shape === 'web_log' || !reading.header ? 0 : 1);
  const scanner = scannerFor(reading, header, skip, sink);
  // The last record of a large sample is most likely cut in two, so it is left out.
  const last = head.length < SAMPLE_BYTES;
  for (let at = 0; at < head.length && records.length < SAMPLE_RECORDS; ) {
    const next = scanner.next(head, at, head.length, last);
    if (next < 0) break;
    at = next;
  }
  if (records.length === 0 && rejected.length === 0) throw new ImportRefused('header_only', { name });
  return { reading, header, columns: sourceColumns(reading, header), skip, records, rejected, warnings: [] };
}

/** Before anything is made of them: a megabyte of commas is a million names. */
function refuseManyColumns(head: Buffer, name: string, delimiter: string): void {
  const mark = delimiter.charCodeAt(0);
  let columns = 1;
  let quoted = false;
  for (const byte of head) {
    if (byte === 0x22) quoted = !quoted;
    else if (quoted) continue;
    else if (byte === 0x0a && columns > 1) break;
    else if (byte === mark) columns++;
  }
  if (columns > MAX_COLUMNS) throw new ImportRefused('too_many_columns', { name, n: MAX_COLUMNS.toLocaleString('en') });
}

function headerOf(head: Buffer, reading: Reading, separatorLine: number): string[] {
  if (reading.shape === 'web_log') return [];
  // No line names all keys: what only an order has may first stand far behind the records that are shown.
  if (reading.shape === 'ndjson') return jsonColumns(linesOf(head));
  const names = firstRecord(head, reading.shape === 'csv' ? reading.delimiter : ',', separatorLine);
  return reading.header ? names : names.map((_, index) => `column_${index + 1}`);
}

/** The first record, which may hold quoted line ends and whose width is not known yet. */
function firstRecord(head: Buffer, delimiter: string, passOver: number): string[] {
  const text = head.toString('utf8', 0, MAX_RECORD_BYTES).replace(/^\s+/, '');
  let from = 0;
  for (let n = 0; n < passOver; n++) from = text.indexOf('\n', from) + 1;
  let quoted = false;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '"') quoted = !quoted;
    else if (!quoted && (text[at] === '\n' || text[at] === '\r')) return splitCsv(text.slice(from, at), delimiter);
  }
  return splitCsv(text.slice(from).split(/\r?\n/, 1)[0] ?? '', delimiter);
}
