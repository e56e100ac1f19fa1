import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { STAGE_COLUMNS } from '../mapping/stage-sql.ts';
import { ADDRESS_COLUMNS, ADDRESS_FACT_COLUMNS } from './address-facts.ts';
import { DEVICE_COLUMNS } from './device-facts.ts';
import type { SliceTables } from './find-facts.ts';

/** Tables of one import while it runs. Their names tell whose they are, so that a start can clear what a kill left. */
export interface WorkTables {
  stage: Sql;
  /** What `traffic` will get. */
  rows: Sql;
  /** Of one slice of persons each; two sets that take turns. */
  slices: readonly [SliceTables, SliceTables];
  /** Records that stand in the file before: record number and which occurrence it is. */
  repeats: Sql;
  /** Rows an earlier import has stored already. */
  known: Sql;
}

const PREFIX = 'import_work_';

/** Of an import, or of what is nobody's import and bears a name. */
export function workTables(importId: number | string): WorkTables {
  const name = (part: string) => trusted(`${PREFIX}${importId}_${part}`);
  const slice = (turn: number): SliceTables => ({
    devices: name(`devices_${turn}`),
    addresses: name(`addresses_${turn}`),
    addressFacts: name(`address_facts_${turn}`),
    crawlers: name(`crawlers_${turn}`),
    facts: name(`facts_${turn}`),
  });
  return {
    stage: name('stage'),
    rows: name('rows'),
    slices: [slice(0), slice(1)],
    repeats: name('repeats'),
    known: name('known'),
  };
}

/** Work tables are dropped after a crash, so they need not survive one; merging them would only cost time. */
const UNMERGED = trusted('max_bytes_to_merge_at_max_space_in_pool = 1, max_bytes_to_merge_at_min_space_in_pool = 1');
/** The usual buffers of 1 MiB per stream would take half a gigabyte for so many columns. */
const SMALL_BUFFERS = trusted('max_compress_block_size = 65536, min_compress_block_size = 16384');

/** One file a part: making three for every column takes an eighth of the time of writing it. */
const ONE_FILE = trusted('min_bytes_for_wide_part = 100000000000, min_rows_for_wide_part = 1000000000');

export async function createStage(clickhouse: ClickHouse, tables: WorkTables): Promise<void> {
  await clickhouse.command(
    sql`CREATE TABLE ${tables.stage} (${columnsOf(STAGE_COLUMNS)}) ENGINE = MergeTree ORDER BY slot SETTINGS ${UNMERGED}, ${SMALL_BUFFERS}, ${ONE_FILE}`,
  );
}

const columnsOf = (columns: Readonly<Record<string, string>>): Sql =>
  trusted(
    Object.entries(columns)
      .map(([name, type]) => `${name} ${type}`)
      .join(', '),
  );

/** Parts of a single slice stay below this; merged ones are read by boards for years and get a file for each column. */
const ONE_FILE_BELOW = trusted('min_bytes_for_wide_part = 134217728, min_rows_for_wide_part = 1000000');

/** What an agent's address says of the crawler it names, for events from `listed_from` on. */
const CRAWLER_COLUMNS = {
  claimed_crawler: 'String',
  ip: 'IPv6',
  crawler_check: 'LowCardinality(String)',
  listed_from: 'Nullable(Date32)',
};

/** `rows` keeps the durability of `traffic`, for its parts become parts of it. */
export async function createJudgingTables(clickhouse: ClickHouse, tables: WorkTables): Promise<void> {
  await clickhouse.command(sql`CREATE TABLE ${tables.rows} AS traffic`);
  await clickhouse.command(sql`ALTER TABLE ${tables.rows} MODIFY SETTING ${ONE_FILE_BELOW}`);
  await createSlice(clickhouse, tables.slices[0]);
  await clickhouse.command(sql`CREATE TABLE ${tables.known} (row_id UUID) ENGINE = MergeTree ORDER BY row_id`);
  await clickhouse.command(
    sql`CREATE TABLE ${tables.repeats} (record_no UInt64, occurrence UInt64) ENGINE = MergeTree ORDER BY record_no`,
  );
}

/** The second set only where there is a second slice: for a load of live traffic each statement counts. */
export async function createSlice(clickhouse: ClickHouse, of: SliceTables): Promise<void> {
  await clickhouse.command(sql`CREATE TABLE ${of.facts} AS traffic ENGINE = Memory`);
  const small: [Sql, Readonly<Record<string, string>>][] = [
    [of.devices, DEVICE_COLUMNS],
    [of.addresses, ADDRESS_COLUMNS],
    [of.addressFacts, ADDRESS_FACT_COLUMNS],
    [of.crawlers, CRAWLER_COLUMNS],
  ];
  for (const [table, columns] of small)
    await clickhouse.command(sql`CREATE TABLE ${table} (${columnsOf(columns)}) ENGINE = Memory`);
}

/** Parts of a short import are merged once, in `traffic` after the commit, instead of while it runs. */
export async function leaveUnmerged(clickhouse: ClickHouse, rows: Sql): Promise<void> {
  await clickhouse.command(sql`ALTER TABLE ${rows} MODIFY SETTING ${UNMERGED}`);
}

export async function dropWorkTables(clickhouse: ClickHouse, importId: number | string): Promise<void> {
  const found = await clickhouse.query<{ name: string }>(
    sql`SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, ${typed('String', `${PREFIX}${importId}_`)})`,
  );
  for (const { name } of found) await clickhouse.command(sql`DROP TABLE IF EXISTS ${trusted(name)} SYNC`);
}

/** Tables of imports that are none of these. */
export async function dropOrphanedTables(clickhouse: ClickHouse, alive: readonly number[]): Promise<void> {
  const tables = await clickhouse.query<{ name: string }>(
    sql`SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, ${typed('String', PREFIX)})`,
  );
  for (const { name } of tables)
    if (!alive.includes(Number(name.slice(PREFIX.length).split('_')[0])))
      await clickhouse.command(sql`DROP TABLE IF EXISTS ${trusted(name)} SYNC`);
}

/** Blocks of wide rows are kept small: the engine would otherwise gather a million of them before writing. */
export const WIDE_ROWS = {
  max_block_size: 8_192,
  min_insert_block_size_rows: 65_536,
  min_insert_block_size_bytes: 64 * 1024 * 1024,
  max_insert_threads: 2,
  // There is nothing to reorder, and trying takes as long as understanding the statement.
  query_plan_enable_optimizations: 0,
  max_partitions_per_insert_block: 0,
} as const;

/** For rows of one slice, which are in memory anyway: one part of each month. */
export const SLICE_ROWS = {
  ...WIDE_ROWS,
  min_insert_block_size_rows: 262_144,
  min_insert_block_size_bytes: 128 * 1024 * 1024,
} as const;
