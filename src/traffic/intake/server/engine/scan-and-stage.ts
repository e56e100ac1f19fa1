import { rm } from 'node:fs/promises';
import { type ClickHouse, fileSource } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, trusted } from '#platform/server/clickhouse/sql.ts';
import { isReadable } from '#traffic/intake/contract/column-part.ts';
import type { LeftOut } from '#traffic/intake/contract/import-endpoints.ts';
import type { ImportMapping } from '#traffic/intake/contract/import-mapping.ts';
import { columnKeys } from '../formats/format.ts';
import { ImportRefused } from '../import-error.ts';
import { formatOf } from '../mapping/guess-mapping.ts';
import { addLeftOut, LEFT_OUT, leftOutSql } from '../mapping/request-class.ts';
import { csvSource, lineSource, stageSelect } from '../mapping/stage-sql.ts';
import { faultCode } from '../mapping/targets.ts';
import { quoted } from '../mapping/value-sql.ts';
import type { RejectsFile } from '../scan/rejects-file.ts';
import { scanBytes } from '../scan/scan-bytes.ts';
import { type StagePieces, StageSink } from '../scan/stage-sink.ts';
import { type ImportFile, openText, scannerFor, stageDelimiter } from '../sources/open-records.ts';
import { readSample } from '../sources/read-sample.ts';
import { FIRST_SLICE_BYTES, SLICE_BYTES, SliceWriter } from './slice-writer.ts';
import { WIDE_ROWS, type WorkTables } from './work-tables.ts';

export interface StageJob {
  importId: number;
  package: string;
  file: ImportFile;
  mapping: ImportMapping;
  tables: WorkTables;
  rejects: RejectsFile;
  /** Called often; may throw to stop. */
  onProgress: (done: { bytes: number; records: number }) => Promise<void>;
}

export interface StageResult {
  records: number;
  rejected: number;
  leftOut: LeftOut[];
  /** Whether the file says which agents its events came from. */
  reportsAgents: boolean;
}

/**
 * Reads the file once: records with a sound form go to the stage table, the rest to the rejects. While one stage file
 * is loaded by the engine the next is being scanned, and no more than two exist.
 */
export async function scanAndStage(clickhouse: ClickHouse, job: StageJob): Promise<StageResult> {
  const { file, mapping } = job;
  const sample = await readSample(clickhouse, file, mapping.reading);
  const columns = columnKeys(sample.columns, formatOf(mapping.format).aliases);
  refuseWithoutTime(mapping, columns, file.name);
  const sink = new StageSink({
    rejects: job.rejects,
    delimiter: stageDelimiter(mapping.reading),
    columnNames: sample.columns,
  });
  const scanner = scannerFor(mapping.reading, sample.header, sample.skip, sink);
  const plain = new SliceWriter(clickhouse.userFiles, job.importId, 'txt');
  const csv = new SliceWriter(clickhouse.userFiles, job.importId, 'csv');
  const write = async (pieces: StagePieces) => {
    await plain.write(pieces.plain);
    await csv.write(pieces.csv);
  };
  const text = openText(clickhouse, file, mapping.reading.encoding);
  const loaded: Loaded = { rejected: 0, leftOut: [] };
  let loading: Promise<Loaded> = Promise.resolve({ ...loaded });
  const isLoaded = async () => {
    const { rejected, leftOut } = await loading;
    loaded.rejected += rejected;
    loaded.leftOut = addLeftOut(loaded.leftOut, leftOut);
  };
  let enough = FIRST_SLICE_BYTES;
  const nextSlice = async () => {
    const slice = { plain: await plain.finish(), csv: await csv.finish() };
    if (!slice.plain && !slice.csv) return;
    const filled = Uint8Array.from(sink.filled);
    sink.filled.fill(0);
    await isLoaded();
    loading = loadSlice(clickhouse, job, slice, columns, filled);
    // A failure is met at the next await; without this it would end the process before.
    loading.catch(() => {});
  };
  try {
    await scanBytes(text.bytes, scanner, async () => {
      await write(sink.take(false));
      await job.rejects.flush();
      if (plain.bytes + csv.bytes >= enough) {
        enough = SLICE_BYTES;
        // All that was scanned so far belongs to this slice, as do the columns found filled.
        await write(sink.take(true));
        await nextSlice();
      }
      await job.onProgress({ bytes: text.read(), records: sink.counts.records });
    });
    await write(sink.take(true));
    await nextSlice();
    await isLoaded();
  } catch (error) {
    await loading.catch(() => {});
    await plain.finish();
    await csv.finish();
    throw withPosition(error, sink.counts.records);
  }
  return {
    records: sink.counts.records,
    rejected: sink.counts.rejected + loaded.rejected,
    leftOut: loaded.leftOut,
    reportsAgents: isReadable(mapping.fields.user_agent ?? { from: [] }, columns),
  };
}

function refuseWithoutTime(mapping: ImportMapping, columns: readonly string[], name: string): void {
  const time = mapping.fields.ts;
  if (!time || time.from.length === 0) throw new ImportRefused('no_time_chosen', { name });
  if (isReadable(time, columns)) return;
  throw new ImportRefused('time_column_missing', {
    name,
    columns: time.from.join(', '),
    present: columns.slice(0, 40).join(', '),
  });
}

/** A file that breaks off says how far it was sound. */
function withPosition(error: unknown, records: number): unknown {
  return error instanceof ImportRefused
    ? new ImportRefused('read_before', { message: error.message, n: records.toLocaleString('en') })
    : error;
}

interface Loaded {
  rejected: number;
  leftOut: LeftOut[];
}

/** Loads one slice of stage files and reports the records whose values are wrong. Returns how many, and what is no event. */
async function loadSlice(
  clickhouse: ClickHouse,
  job: StageJob,
  slice: { plain: string | null; csv: string | null },
  columns: readonly string[],
  filled: Uint8Array,
): Promise<Loaded> {
  const input = { mapping: job.mapping, package: job.package, columns, filled };
  const [before] = await clickhouse.query<{ last: number }>(
    sql`SELECT max(record_no) AS last FROM ${job.tables.stage}`,
  );
  const load = (select: Sql) =>
    clickhouse.command(sql`INSERT INTO ${job.tables.stage} ${select}`, {
      tag: 'import-stage',
      settings: {
        format_csv_delimiter: stageDelimiter(job.mapping.reading),
        input_format_csv_trim_whitespaces: 0,
        format_csv_allow_single_quotes: 0,
        ...WIDE_ROWS,
      },
    });
  if (slice.plain) {
    const lines = lineSource(input, fileSource(clickhouse, slice.plain));
    await load(stageSelect({ ...input, lines: true }, lines));
  }
  if (slice.csv) {
    const path = fileSource(clickhouse, slice.csv);
    await load(stageSelect(input, csvSource(input, path)));
  }
  const sliceRows = sql`SELECT record_no, line, fault, fault_value, url FROM ${job.tables.stage} WHERE fault != '' AND record_no > ${trusted(String(before?.last ?? 0))}`;
  const faults = await clickhouse.query<{ record_no: number; line: number; fault: string; fault_value: string }>(
    sql`SELECT record_no, line, fault, fault_value FROM (${sliceRows}) WHERE fault != ${quoted(LEFT_OUT)} ORDER BY record_no`,
    { lane: 'heavy' },
  );
  const leftOut = job.mapping.requests
    ? await clickhouse.query<LeftOut>(leftOutSql(sql`(${sliceRows})`), { lane: 'heavy' })
    : [];
  for (const { record_no, line, fault, fault_value } of faults)
    job.rejects.add(record_no, line, columnName(job.mapping, fault), faultCode(fault, fault_value), {}, fault_value);
  await job.rejects.flush();
  for (const path of [slice.plain, slice.csv]) if (path) await rm(path, { force: true });
  return { rejected: faults.length, leftOut };
}

const columnName = (mapping: ImportMapping, target: string): string =>
  (target === 'kind' ? mapping.kind.rules.map((rule) => rule.column) : (mapping.fields[target]?.from ?? []))
    .slice(0, 3)
    .join(' / ') || target;
