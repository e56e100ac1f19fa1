import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';

/** Names and types of a table's columns, in order. Migrations add columns, so statements name those that are there. */
export async function trafficColumns(
  clickhouse: ClickHouse,
  table: 'traffic' | 'traffic_replaced',
): Promise<Map<string, string>> {
  const columns = await clickhouse.query<{ name: string; type: string }>(
    sql`SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = ${typed('String', table)}
      AND default_kind NOT IN ('ALIAS', 'MATERIALIZED') ORDER BY position`,
  );
  return new Map(columns.map(({ name, type }) => [name, type]));
}
