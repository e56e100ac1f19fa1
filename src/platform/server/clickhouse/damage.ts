/** Parts of tables that the engine cannot read, by name. */
import type { ClickHouse } from './clickhouse.ts';
import { DATABASE } from './session.ts';
import { sql, trusted, typed } from './sql.ts';

export interface DamagedPart {
  table: string;
  part: string;
  why: string;
}

/** Set aside at a start: the rows are missing from every answer. */
export const setAside = (clickhouse: Pick<ClickHouse, 'query'>): Promise<DamagedPart[]> =>
  clickhouse.query<DamagedPart>(
    sql`SELECT table, name AS part, reason AS why FROM system.detached_parts
      WHERE database = ${typed('String', DATABASE)} ORDER BY table, name`,
  );

/** Reads every byte of every table and holds it against the sums that were stored with it: about 200 MB a second. */
export async function damagedParts(clickhouse: Pick<ClickHouse, 'query'>): Promise<DamagedPart[]> {
  const tables = await clickhouse.query<{ name: string }>(
    sql`SELECT name FROM system.tables WHERE database = ${typed('String', DATABASE)} AND endsWith(engine, 'MergeTree') ORDER BY name`,
  );
  const found: DamagedPart[] = [];
  for (const { name } of tables) {
    const parts = await clickhouse.query<{ part_path: string; is_passed: number; message: string }>(
      sql`CHECK TABLE ${trusted(name)}`,
      { lane: 'heavy', settings: { check_query_single_value_result: 0 }, tag: 'check-table' },
    );
    for (const { part_path: part, is_passed, message } of parts)
      if (!is_passed) found.push({ table: name, part, why: message });
  }
  return found;
}
