import { type Migration, pendingMigrations, readMigrations } from '../migrations.ts';
import type { ClickHouse } from './clickhouse.ts';
import { forAllReplicas, onCluster } from './cluster.ts';
import { sql, trusted, typed } from './sql.ts';

const ENGINES = ['MergeTree', 'ReplacingMergeTree', 'SummingMergeTree', 'AggregatingMergeTree'];

/**
 * What `{{…}}` in a migration stands for, so that one file serves a laptop and a cluster:
 * `ENGINE = {{MergeTree}} ORDER BY …`, `{{ReplacingMergeTree}}(version)`. A statement that makes or changes a table is
 * for all replicas of the cluster whether it says `{{on_cluster}}` or not. One with `{{each traffic traffic_replaced}}`
 * runs once for each of the names: tables that must stay alike are changed in one place.
 */
function engineVariables(cluster: string | undefined): Record<string, string> {
  const variables = Object.fromEntries(ENGINES.map((engine) => [engine, `${cluster ? 'Replicated' : ''}${engine}`]));
  return { ...variables, on_cluster: onCluster(cluster) };
}

/** The statements of a migration as they are sent. @throws on a variable that is not known */
export function statementsOf(text: string, cluster: string | undefined): string[] {
  const variables = engineVariables(cluster);
  return split(text)
    .flatMap(forEach)
    .map((statement) => forAllReplicas(fill(statement, variables), cluster));
}

/** What has been applied; exported for what looks at every statement there is. */
export const OF_THE_RUNNER = `CREATE TABLE IF NOT EXISTS schema_migration (
  version UInt32, name String, checksum String, applied_at DateTime64(3, 'UTC') DEFAULT now64(3)
) ENGINE = {{ReplacingMergeTree}} ORDER BY version;
`;

/**
 * Brings the schema forward with the numbered files of `folder`; returns how many were applied.
 * ClickHouse has no transactions over DDL, so a file is recorded after its last statement and every
 * statement must bear being run twice (`IF NOT EXISTS`, `EXCHANGE`, `REPLACE PARTITION`).
 */
export async function migrateClickHouse(clickhouse: ClickHouse, folder: string, cluster?: string): Promise<number> {
  for (const statement of statementsOf(OF_THE_RUNNER, cluster)) await clickhouse.command(trusted(statement));
  const applied = await clickhouse.query<{ version: number; name: string; checksum: string }>(
    sql`SELECT version, name, checksum FROM schema_migration FINAL ORDER BY version`,
  );
  const pending = pendingMigrations(await readMigrations(folder), applied);
  for (const migration of pending) await apply(clickhouse, migration, cluster);
  return pending.length;
}

async function apply(clickhouse: ClickHouse, migration: Migration, cluster: string | undefined): Promise<void> {
  for (const statement of statementsOf(migration.text, cluster)) await clickhouse.command(trusted(statement));
  await clickhouse.command(
    // Not VALUES: its own parser chokes on the comment every statement is marked with.
    sql`INSERT INTO schema_migration (version, name, checksum) SELECT
      ${typed('UInt32', migration.version)}, ${typed('String', migration.name)}, ${typed('String', migration.checksum)}`,
  );
}

/** A semicolon at the end of a line ends a statement; what is only comments is none. */
function split(text: string): string[] {
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
