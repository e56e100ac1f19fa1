import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { csvLine } from '../scan/csv-text.ts';
import type { FileSample } from './read-sample.ts';

/** With which a sample is read as it is written: spaces are part of a value. */
export const SAMPLE_SETTINGS = { input_format_csv_trim_whitespaces: 0 } as const;

/** Records of a sample as a file the engine may read, numbered from 1; gone when `work` is done. */
export async function withSampleFile<T>(
  clickhouse: ClickHouse,
  records: FileSample['records'],
  work: (path: string) => Promise<T>,
): Promise<T> {
  const path = join(clickhouse.userFiles, `preview-${randomUUID()}.csv`);
  const lines = records.map(({ line, fields }, n) => csvLine([String(n + 1), String(line), ...fields], ','));
  await writeFile(path, `${lines.join('\n')}\n`, { mode: 0o600 });
  try {
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
}
