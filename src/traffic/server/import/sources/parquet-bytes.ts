import { constants, copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClickHouse, fileSource } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, type Sql, sql, trusted } from '#platform/server/clickhouse/sql.ts';
import { ImportRefused } from '../import-error.ts';

/** A Parquet file as CSV text, converted by the engine: instants as UTC times, everything else as its text. */
export async function* parquetBytes(
  clickhouse: ClickHouse,
  path: string,
  name: string,
  limit?: number,
): AsyncGenerator<Buffer> {
  const staged = join(clickhouse.userFiles, `parquet-${process.pid}-${Date.now()}.parquet`);
  await copyFile(path, staged, constants.COPYFILE_FICLONE);
  try {
    const source = sql`file(${fileSource(clickhouse, staged)}, 'Parquet')`;
    const columns = await clickhouse.query<{ name: string; type: string }>(sql`DESCRIBE TABLE ${source}`);
    const cells = columns.map((column, index) => cellSql(column.name, column.type, index));
    const some = limit === undefined ? trusted('') : trusted(`LIMIT ${limit}`);
    const stream = await clickhouse.stream(
      sql`SELECT ${joinSql(cells, ', ')} FROM ${source} ${some} SETTINGS max_threads = 1`,
      'csv',
    );
    yield Buffer.from(`${columns.map((column) => `"${column.name.replaceAll('"', '""')}"`).join(',')}\n`);
    for await (const chunk of stream) yield Buffer.from(chunk);
  } catch (error) {
    if (
      error instanceof Error &&
      /PARQUET|Parquet|CANNOT_EXTRACT_TABLE_STRUCTURE|Code: (636|117|33)\b/.test(error.message)
    )
      throw new ImportRefused('parquet_damaged', { name });
    throw error;
  } finally {
    await rm(staged, { force: true });
  }
}

/** The column name comes from the file, so it travels as a quoted identifier with its quotes escaped. */
function cellSql(name: string, type: string, index: number): Sql {
  const column = trusted(`\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``);
  const bare = type.replace(/^Nullable\((.*)\)$/, '$1');
  const alias = trusted(`AS c${index}`);
  if (bare.startsWith('DateTime'))
    return sql`ifNull(concat(toString(toTimeZone(toDateTime64(${column}, 3), 'UTC')), 'Z'), '') ${alias}`;
  if (/^(Array|Tuple|Map|JSON|Nested)/.test(bare)) return sql`toJSONString(${column}) ${alias}`;
  return sql`ifNull(toString(${column}), '') ${alias}`;
}
