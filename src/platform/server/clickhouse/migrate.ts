import { type Migration, pendingMigrations, readMigrations } from '../migrations.ts';
import type { ClickHouse } from './clickhouse.ts';
import { sql, trusted, typed } from './sql.ts';

/**
 * What `{{…}}` in a migration stands for, so that one file serves a laptop and a cluster:
 * `ENGINE = {{MergeTree}} ORDER BY …`, `{{ReplacingMergeTree}}(version)`, `CREATE TABLE x {{on_cluster}} (…)`. A
 * statement with `{{each traffic traffic_replaced}}` runs once for each of the names: tables that must stay alike are
 * changed in one place.
 */
export function engineVariables(cluster?: string): Record<string, string> {
  const prefix = cluster ? 'Replicated' : '';
  const engines = ['MergeTree', 'ReplacingMergeTree', 'SummingMergeTree', 'AggregatingMergeTree'];
  const variables = Object.fromEntries(engines.map((engine) => [engine, `${prefix}${engine}`]));
  return { ...variables, on_cluster: cluster ? `ON CLUSTER '${cluster.replaceAll("'", "''")}'` : '' };
}

/**
 * Brings the schema forward with the numbered files of `folder`; returns how many were applied.
 * ClickHouse has no transactions over DDL, so a file is recorded after its last statement and every
 * statement must bear being run twice (`IF NOT EXISTS`, `EXCHANGE`, `REPLACE PARTITION`).
 */
export async function migrateClickHouse(
  clickhouse: ClickHouse,
  folder: string,
  variables = engineVariables(),
): Promise<number> {
  await clickhouse.command(
    trusted(
      fill(
        `CREATE TABLE IF NOT EXISTS schema_migration {{on_cluster}} (
           version UInt32, name String, checksum String, applied_at DateTime64(3, 'UTC') DEFAULT now64(3)
         ) ENGINE = {{ReplacingMergeTree}} ORDER BY version`,
        variables,
      ),
    ),
  );
  const applied = await clickhouse.query<{ version: number; name: string; checksum: string }>(
    sql`SELECT version, name, checksum FROM schema_migration FINAL ORDER BY version`,
  );
  const pending = pendingMigrations(await readMigrations(folder), applied);
  for (const migration of pending) await apply(clickhouse, migration, variables);
  return pending.length;
}

async function apply(clickhouse: ClickHouse, migration: Migration, variables: Record<string, string>): Promise<void> {
  for (const statement of statementsOf(migration.text).flatMap(forEach))
    await clickhouse.command(trusted(fill(statement, variables)));
  await clickhouse.command(
    // Not VALUES: its own parser chokes on the comment every statement is marked with.
    sql`INSERT INTO schema_migration (version, name, checksum) SELECT
      ${typed('UInt32', migration.version)}, ${typed('String', migration.name)}, ${typed('String', migration.checksum)}`,
  );
}

/** A semicolon at the end of a line ends a statement; what is only comments is none. */
function statementsOf(text: string): string[] {
  return `${text}\n`
    .split(/;[ \t]*\r?\n/)
    .map((statement) => statement.trim())
    .filter((statement) => statement.replace(/--.*$/gm, '').trim() !== '');
}

/** The statement once for each name of `{{each a b}}`, which is the same wherever it stands in it. */
function forEach(statement: string): string[] {
  const [hole, names] = /\{\{each ([\w ]+)\}\}/.exec(statement) ?? [];
  return hole && names ? names.split(' ').map((name) => statement.replaceAll(hole, name)) : [statement];
}

function fill(text: string, variables: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
    const value = variables[name];
    if (value === undefined) throw new Error(`Migration variable {{${name}}} is not known`);
    return value;
  });
}
