import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import type { Reading } from '#traffic/intake/contract/import-mapping.ts';
import { CsvScanner } from '../scan/csv-scanner.ts';
import type { RecordScanner, RecordSink } from '../scan/faults.ts';
import { jsonLineParser, jsonSourceColumns } from '../scan/json-lines.ts';
import { LineScanner } from '../scan/line-scanner.ts';
import { parseWebLogLine, WEB_LOG_COLUMNS } from '../scan/web-log.ts';
import type { Container } from './container.ts';
import { toUtf8 } from './decode-text.ts';
import { openBytes } from './open-bytes.ts';
import { parquetBytes } from './parquet-bytes.ts';
import { xlsxBytes } from './xlsx-bytes.ts';

/** A stored file to read. `name` is what the person called it. */
export interface ImportFile {
  path: string;
  name: string;
  container: Container;
  bytes: number;
}

export interface TextSource {
  bytes: AsyncIterable<Buffer>;
  /** Bytes of the file read so far; constant where the format is read as a whole. */
  read: () => number;
}

/**
 * The file as UTF-8 text, whatever it is wrapped in. Workbooks and Parquet become CSV. `first` is for a look at the
 * beginning: so many rows, if it has rows, and an end when nobody waits for them.
 */
export function openText(
  clickhouse: ClickHouse,
  file: ImportFile,
  encoding: Reading['encoding'],
  first: { rows?: number; signal?: AbortSignal | undefined } = {},
): TextSource {
  if (file.container === 'xlsx')
    return { bytes: xlsxBytes(file.path, file.name, first.rows, first.signal), read: () => 0 };
  if (file.container === 'parquet')
    return { bytes: parquetBytes(clickhouse, file.path, file.name, first), read: () => 0 };
  const { bytes, read } = openBytes(file.path, file.name, file.container, first.signal);
  return { bytes: toUtf8(bytes, encoding), read };
}

/** Column names of a file as a scanner will deliver them; `header` are the names found in it. */
export function sourceColumns(reading: Reading, header: readonly string[]): string[] {
  if (reading.shape === 'web_log') return [...WEB_LOG_COLUMNS];
  return reading.shape === 'ndjson' ? jsonSourceColumns(header) : [...header];
}

/** Between fields of the stage file: the file's own mark for CSV, whose records are handed on as they are. */
export const stageDelimiter = (reading: Reading): string => (reading.shape === 'csv' ? reading.delimiter : ',');

/** `header`: names found in the file (for NDJSON its first keys). `skip`: records before the first with data. */
export function scannerFor(reading: Reading, header: readonly string[], skip: number, sink: RecordSink): RecordScanner {
  if (reading.shape === 'web_log') return new LineScanner({ parse: parseWebLogLine, line: 1, sink });
  if (reading.shape === 'ndjson') return new LineScanner({ parse: jsonLineParser(header), line: 1, sink });
  return new CsvScanner({ delimiter: stageDelimiter(reading), columns: header.length, line: 1, skip, sink });
}
