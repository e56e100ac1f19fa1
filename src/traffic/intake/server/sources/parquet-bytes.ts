import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClickHouse, fileSource } from '#platform/server/clickhouse/clickhouse.ts';
import { QueryFailed, QueryTooHeavy, queryError } from '#platform/server/clickhouse/query-errors.ts';
import { joinSql, type Sql, sql, trusted } from '#platform/server/clickhouse/sql.ts';
import { ImportRefused, isDiskFull } from '../import-error.ts';
import { MAX_COLUMNS } from './unpack-limits.ts';

/** A Parquet file as CSV text, converted by the engine: instants as UTC times, everything else as its text. */
export async function* parquetBytes(
  clickhouse: ClickHouse,
  path: string,
  name: string,
  { rows, signal }: { rows?: number; signal?: AbortSignal | undefined } = {},
): AsyncGenerator<Buffer> {
  const staged = join(clickhouse.userFiles, `parquet-${randomUUID()}.parquet`);
  // A stored file never changes, so a second name is as good as a copy and takes neither time nor room.
  await link(path, staged).catch(() => copyFile(path, staged, constants.COPYFILE_FICLONE));
  const until = signal ? { signal } : {};
  try {
    const source = sql`file(${fileSource(clickhouse, staged)}, 'Parquet')`;
    const columns = await clickhouse.query<{ name: string; type: string }>(sql`DESCRIBE TABLE ${source}`, until);
    if (columns.length > MAX_COLUMNS)
      throw new ImportRefused('too_many_columns', { name, n: MAX_COLUMNS.toLocaleString('en') });
    const cells = columns.map((column, index) => cellSql(column.name, column.type, index));
    const some = rows === undefined ? trusted('') : trusted(`LIMIT ${rows}`);
    const read = (lane: 'light' | 'heavy') =>
      clickhouse.stream(sql`SELECT ${joinSql(cells, ', ')} FROM ${source} ${some} SETTINGS max_threads = 1`, 'csv', {
        ...until,
        lane,
      });
    // Whoever looks at a file waits for it as for a board, and not for the sweep or the download under way; where its
    // rows lie in groups too large for that, as whoever imports it.
    const stream =
      rows === undefined
        ? await read('heavy')
        : await read('light').catch((error: unknown) => {
            if (error instanceof QueryTooHeavy) return read('heavy');
            throw error;
          });
    yield Buffer.from(`${columns.map((column) => `"${column.name.replaceAll('"', '""')}"`).join(',')}\n`);
    for await (const chunk of stream) yield Buffer.from(chunk);
  } catch (error) {
    if (isOfTheFile(error)) throw new ImportRefused('parquet_damaged', { name });
    throw error;
  } finally {
    await rm(staged, { force: true });
  }
}

/**
 * The engine finds faults of a file with words and numbers of many sorts; those of its own are that it is busy, closed,
 * out of memory or of disk, or that nobody waits any more.
 */
function isOfTheFile(error: unknown): boolean {
  // A stream that breaks off later has the words of the engine alone.
  const isEngine = error instanceof QueryFailed || (error instanceof Error && /Code: \d+|Parquet/i.test(error.message));
  return isEngine && queryError(error).code === 'internal' && !isDiskFull(error);
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
