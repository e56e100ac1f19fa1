import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { STAGE_COLUMNS } from '../mapping/stage-sql.ts';

/** Tables of one import while it runs. Their names tell whose they are, so that a start can clear what a kill left. */
export interface WorkTables {
  stage: Sql;
  /** Rows of one slice of persons with the facts of each event alone. */
  facts: Sql;
  /** What `traffic` will get. */
  rows: Sql;
  agents: Sql;
  addresses: Sql;
  addressFacts: Sql;
  devices: Sql;
}

const PREFIX = 'import_work_';

export function workTables(importId: number): WorkTables {
  const name = (part: string) => trusted(`${PREFIX}${importId}_${part}`);
  return {
    stage: name('stage'),
    facts: name('facts'),
    rows: name('rows'),
    agents: name('agents'),
    addresses: name('addresses'),
    addressFacts: name('address_facts'),
    devices: name('devices'),
  };
}

/** Work tables are dropped after a crash, so they need not survive one; merging them would only cost time. */
const UNMERGED = trusted('max_bytes_to_merge_at_max_space_in_pool = 1, max_bytes_to_merge_at_min_space_in_pool = 1');

export async function createStage(clickhouse: ClickHouse, tables: WorkTables): Promise<void> {
  const columns = Object.entries(STAGE_COLUMNS).map(([name, type]) => `${name} ${type}`);
  await clickhouse.command(
    sql`CREATE TABLE ${tables.stage} (${trusted(columns.join(', '))}) ENGINE = MergeTree ORDER BY slot SETTINGS ${UNMERGED}`,
  );
}

/** Shaped like `traffic`; `rows` keeps its durability, for its parts become parts of `traffic`. */
export async function createTrafficShaped(clickhouse: ClickHouse, tables: WorkTables): Promise<void> {
  await clickhouse.command(sql`CREATE TABLE ${tables.rows} AS traffic`);
  await clickhouse.command(sql`CREATE TABLE ${tables.facts} AS traffic ENGINE = Memory`);
}

export async function dropWorkTables(clickhouse: ClickHouse, importId: number): Promise<void> {
  const found = await clickhouse.query<{ name: string }>(
    sql`SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, ${typed('String', `${PREFIX}${importId}_`)})`,
  );
  for (const { name } of found) await clickhouse.command(sql`DROP TABLE IF EXISTS ${trusted(name)} SYNC`);
}
