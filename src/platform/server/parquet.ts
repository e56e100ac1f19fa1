import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { Cell } from './csv.ts';
import { aboutLine, type FileAbout, fileNameOf } from './file-about.ts';
import { DECIMAL, dateOf, type FileColumn, type FileKind } from './file-columns.ts';
import type { FileAnswer } from './http/implement.ts';

const MEDIA_TYPE = 'application/vnd.apache.parquet';

/** Rows that are held until they are written. A group more costs its reader a few bytes, a longer one everybody a pause. */
const GROUP = 4_096;

/** Digits behind the mark of an amount: as many as the product reckons with, so that none is rounded here. */
const SCALE = 10;

/** What a column is to programs that read types. */
const TYPES: Readonly<Record<FileKind, Omit<SchemaElement, 'name'>>> = {
  plain: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  flag: { type: 'BOOLEAN' },
  count: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  percent: { type: 'DOUBLE' },
  money: {
    type: 'FIXED_LEN_BYTE_ARRAY',
    type_length: 16,
    converted_type: 'DECIMAL',
    precision: 38,
    scale: SCALE,
  },
  day: { type: 'INT32', converted_type: 'DATE' },
  month: { type: 'INT32', converted_type: 'DATE' },
  moment: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
};

type Value = string | number | bigint | boolean | Date | null;

/** An amount as a whole number of its smallest part; by way of a binary fraction it would lose digits. */
function scaled(value: Cell): bigint | null {
  const text = typeof value === 'number' ? value.toFixed(SCALE) : value;
  if (typeof text !== 'string' || !DECIMAL.test(text)) return null;
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.slice(0, SCALE).padEnd(SCALE, '0'));
}

const dated = (kind: FileKind) => (value: Cell) => (typeof value === 'string' ? (dateOf(value, kind) ?? null) : null);
const float = (value: Cell) => (typeof value === 'number' ? value : null);

/** As the type of its column wants it; null where nothing is known. */
const VALUES: Readonly<Record<FileKind, (value: Cell) => Value>> = {
  plain: (value) => (value === null || value === undefined ? null : String(value)),
  flag: (value) => (typeof value === 'boolean' ? value : null),
  count: (value) => (typeof value === 'number' ? BigInt(value) : null),
  number: float,
  percent: float,
  money: scaled,
  day: dated('day'),
  month: dated('month'),
  moment: dated('moment'),
};

/**
 * Rows as Parquet, with the types of their columns and, among what a file may say of itself, what it is. Rows are taken
 * only as fast as they are read, and no more than a group of them is held.
 */
export const parquetFile = (
  about: FileAbout,
  columns: readonly FileColumn[],
  rows: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>,
): FileAnswer => ({
  fileName: fileNameOf(about, 'parquet'),
  mediaType: MEDIA_TYPE,
  stream: Readable.from(parquetBytes(about, columns, rows)),
});

async function* parquetBytes(
  about: FileAbout,
  columns: readonly FileColumn[],
  rows: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>,
): AsyncGenerator<Buffer> {
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({
    writer: bytes,
    schema: [
      { name: 'rows', num_children: columns.length },
      ...columns.map(
        ({ label, kind }): SchemaElement => ({ name: label, repetition_type: 'OPTIONAL', ...TYPES[kind] }),
      ),
    ],
    kvMetadata: [{ key: 'about', value: aboutLine(about) }],
    createdBy: 'Adsieve',
  });
  const write = (group: readonly (readonly Cell[])[]): Promise<void> | void =>
    writer.write({
      columnData: columns.map(({ label, kind }, at) => ({
        name: label,
        data: group.map((row) => VALUES[kind](row[at])),
        offsetIndex: false,
      })),
      rowGroupSize: group.length,
    });
  let group: (readonly Cell[])[] = [];
  for await (const row of rows) {
    group.push(row);
    if (group.length < GROUP) continue;
    await write(group);
    group = [];
    yield taken(bytes);
    // A long download shares the process with everybody's boards: they get a turn after every group.
    await turn();
  }
  if (group.length > 0) await write(group);
  await writer.finish();
  yield taken(bytes);
}

/** What was written since the last time; its places in the file go on being counted. */
function taken(bytes: ByteWriter): Buffer {
  const part = Buffer.from(bytes.getBytes());
  bytes.index = 0;
  return part;
}
