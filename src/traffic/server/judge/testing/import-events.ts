import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { judgedRows } from '../judge-sql.ts';
import { loadPolicy } from '../load-policy.ts';
import { recomputeTouched } from '../recompute.ts';
import { because } from './because.ts';

/** What an import does after enrichment: judge its own rows, store them, then bring stored neighbours up to date. */
export async function importEvents(
  ch: ClickHouse,
  database: Database,
  packageName: string,
  events: readonly { row_id: string }[],
  importId = 1,
): Promise<void> {
  await ch.command(sql`CREATE OR REPLACE TABLE stage AS traffic ENGINE = Memory`);
  await ch.insert(
    'stage',
    events.map((event) => ({ ...event, package: packageName, import_id: importId })),
  );
  const policy = await loadPolicy(database, packageName);
  await ch.command(sql`INSERT INTO traffic SELECT * FROM (${judgedRows(sql`SELECT * FROM stage`, policy)})`);
  await recomputeTouched(ch, database, { package: packageName, importId, because: because('import') });
}
