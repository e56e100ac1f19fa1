import { createHash } from 'node:crypto';
import { type ClickHouse, fileSource } from '#platform/server/clickhouse/clickhouse.ts';
import { sql, trusted } from '#platform/server/clickhouse/sql.ts';
import { columnOfKey, isReadable } from '#traffic/intake/contract/column-part.ts';
import type { ImportPreview, LeftOut } from '#traffic/intake/contract/import-endpoints.ts';
import type { ImportMapping } from '#traffic/intake/contract/import-mapping.ts';
import { type ImportMessage, importText } from '#traffic/intake/contract/import-messages.ts';
import { ANDROID_API_LEVELS } from '#traffic/lists/server/data/system-releases.ts';
import { blindDetectors } from './blind-detectors.ts';
import { columnKeys } from './formats/format.ts';
import { findLevels } from './mapping/api-levels.ts';
import { findParts, withParts } from './mapping/column-parts.ts';
import { formatOf, guessMapping } from './mapping/guess-mapping.ts';
import { LEFT_OUT, leftOutSql } from './mapping/request-class.ts';
import { csvSource, stageSelect } from './mapping/stage-sql.ts';
import { faultCode } from './mapping/targets.ts';
import { quoted } from './mapping/value-sql.ts';
import { oneValueWarnings } from './preview-one-value.ts';
import { type FoundFault, problemOf } from './preview-problem.ts';
import type { FileSample } from './sources/read-sample.ts';
import { SAMPLE_SETTINGS, withSampleFile } from './sources/sample-file.ts';

const PREVIEW_ROWS = 20;

export interface PreviewInput {
  clickhouse: ClickHouse;
  packageName: string;
  fileName: string;
  /** For times without a zone, until the person says otherwise. */
  timeZone: string;
  sample: FileSample;
  /** A mapping to show instead of the guess. */
  mapping?: ImportMapping;
  savedMapping?: (fingerprint: string) => Promise<ImportMapping | null>;
  /** Ends the statement in the engine when nobody waits for it. */
  signal?: AbortSignal | undefined;
}

/** What an import of the file would go by. */
export interface ChosenMapping extends Pick<ImportPreview, 'mapping' | 'saved' | 'fingerprint' | 'blind'> {
  guess: ReturnType<typeof guessMapping>;
  /** Keys of the file's columns, in order. */
  keys: readonly string[];
}

/** The mapping given, else the one saved for this header, else the guess. Asks the engine nothing. */
export async function chooseMapping(input: PreviewInput): Promise<ChosenMapping> {
  const { sample } = input;
  const records = sample.records.map((record) => record.fields);
  const guess = guessMapping(
    { fileName: input.fileName, reading: sample.reading, names: sample.columns, records },
    input.timeZone,
  );
  const fingerprint = headerFingerprint(sample.columns);
  const saved = input.mapping ? null : ((await input.savedMapping?.(fingerprint)) ?? null);
  const mapping = input.mapping ?? saved ?? guess.mapping;
  const keys = columnKeys(sample.columns, formatOf(mapping.format).aliases);
  return { mapping, saved: saved !== null, fingerprint, blind: blindDetectors(mapping, keys), guess, keys };
}

/** How the file would be read: the mapping, and its first records as they would be stored, by the very same SQL. */
export async function previewImport(input: PreviewInput): Promise<ImportPreview> {
  const { sample } = input;
  const records = sample.records.map((record) => record.fields);
  const { mapping, saved, fingerprint, blind, guess, keys: columns } = await chooseMapping(input);
  const hasTime = mapping.fields.ts !== undefined && isReadable(mapping.fields.ts, columns);
  const { rows, requests, faults, oneValue } = hasTime
    ? await storedRows(input, mapping, columns)
    : { rows: [], requests: null, faults: [], oneValue: [] };
  const problem = problemOf(sample, hasTime, faults);
  const warnings = problem
    ? []
    : [
        ...guess.warnings,
        ...sample.warnings,
        ...rejectedWarning(sample),
        ...zoneWarning(mapping, sample, columns),
        ...levelsWarning(mapping, columns, records),
        ...oneValue,
      ];
  return {
    mapping,
    saved,
    fingerprint,
    columns: withParts(
      columns.map((key, index) => ({
        key,
        name: sample.columns[index] ?? key,
        example: (records.find((record) => record[index])?.[index] ?? '').slice(0, 200),
      })),
      findParts(columns, records),
      mapping,
      guess.mapping,
    ),
    rows,
    requests,
    problem,
    warnings: warnings.map(({ code, values }) => ({ code, values, text: importText(code, values) })),
    blind,
  };
}

/** Files with the same columns are read the same way. */
export const headerFingerprint = (names: readonly string[]): string =>
  createHash('sha256').update(names.join('\u001f')).digest('hex').slice(0, 32);

function rejectedWarning({ rejected, records }: FileSample): ImportMessage[] {
  const n = rejected.reduce((sum, each) => sum + each.records, 0);
  return n === 0 ? [] : [{ code: 'warn_rejected', values: { rejected: String(n), n: String(n + records.length) } }];
}

function zoneWarning(mapping: ImportMapping, sample: FileSample, columns: readonly string[]): ImportMessage[] {
  const time = mapping.fields.ts;
  if (!time || !['iso', 'day_first', 'month_first'].includes(time.time ?? 'iso')) return [];
  const index = columns.findIndex((key) => time.from.map(columnOfKey).includes(key));
  const example = sample.records.find((record) => record.fields[index])?.fields[index] ?? '';
  return /(Z|UTC|GMT|[+-]\d{2}:?\d{2})$/.test(example)
    ? []
    : [{ code: 'warn_no_zone', values: { zone: mapping.timeZone } }];
}

function levelsWarning(
  { fields }: ImportMapping,
  columns: readonly string[],
  records: readonly (readonly string[])[],
): ImportMessage[] {
  const found = findLevels(fields, columns, records);
  if (!found) return [];
  const { levels, versions, example } = found;
  const version = ANDROID_API_LEVELS[example] ?? '';
  const code = fields.declared_os_version?.apiLevels ? 'warn_api_levels' : 'warn_api_levels_off';
  return [{ code, values: { n: String(levels), all: String(versions), level: example, version } }];
}

interface StoredRows extends Pick<ImportPreview, 'rows' | 'requests'> {
  faults: FoundFault[];
  oneValue: ImportMessage[];
}

async function storedRows(
  input: PreviewInput,
  mapping: ImportMapping,
  columns: readonly string[],
): Promise<StoredRows> {
  const { clickhouse, sample } = input;
  const first = sample.records;
  if (first.length === 0) return { rows: [], requests: null, faults: [], oneValue: [] };
  const stage = { mapping, package: input.packageName, columns };
  const options = { settings: SAMPLE_SETTINGS, ...(input.signal ? { signal: input.signal } : {}) };
  return withSampleFile(clickhouse, first, async (path) => {
    const source = csvSource(stage, fileSource(clickhouse, path));
    const rows = await clickhouse.query<Record<string, unknown>>(
      sql`SELECT * EXCEPT (extra_names, extra_values, extra_map), extra_map AS extra FROM (${stageSelect(stage, source)})
        WHERE fault != ${quoted(LEFT_OUT)} ORDER BY record_no LIMIT ${trusted(String(PREVIEW_ROWS))}`,
      options,
    );
    // With none of them taken, all that is sound is left out by its class.
    const none = mapping.requests && { ...stage, mapping: { ...mapping, requests: { ...mapping.requests, take: [] } } };
    const classes = none
      ? await clickhouse.query<LeftOut>(leftOutSql(sql`(${stageSelect(none, source)})`), options)
      : null;
    const faults = await clickhouse.query<FoundFault>(
      sql`SELECT fault, any(fault_value) AS value, toUInt32(count()) AS records FROM (${stageSelect(stage, source)})
        GROUP BY fault ORDER BY records DESC, fault`,
      options,
    );
    const staged = sql`(${stageSelect(stage, source)})`;
    return {
      faults,
      oneValue: await oneValueWarnings(clickhouse, stage, staged, sample.columns, options),
      rows: rows.map((row) => ({ line: Number(row.line), fault: faultOf(row), values: valuesOf(row) })),
      requests: classes && { records: first.length, classes },
    };
  });
}

function faultOf({ fault, fault_value }: Record<string, unknown>): ImportPreview['rows'][number]['fault'] {
  const field = String(fault);
  if (field === '') return null;
  const value = String(fault_value);
  const code = faultCode(field, value);
  return { field, value, code, text: importText(code) };
}

const HIDDEN = new Set(['record_no', 'line', 'slot', 'hash', 'fault', 'fault_value', 'person', 'device_id_class']);
const NOTHING = new Set(['', '::', '0', 'null', '{}']);

/** What is there, as text; addresses in their short form. */
function valuesOf(row: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !HIDDEN.has(name))
      .map(([name, value]) => [name, typeof value === 'object' && value ? JSON.stringify(value) : String(value)])
      .map(([name, value]) => [
        name,
        String(value)
          .replace(/^::ffff:/, '')
          .slice(0, 300),
      ])
      .filter(([, value]) => !NOTHING.has(value ?? '')),
  );
}
