import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { recomputePersons } from '#traffic/server/judge/recompute.ts';

/** Bounds the memory of one comparison of persons. */
const ROWS_PER_SLICE = 250_000;

/** What the new rows change about stored events of the same persons, and these about them: `recomputeTouched` in slices. */
export async function recomputeCompany(
  clickhouse: ClickHouse,
  database: Database,
  { package: packageName, importId, rows }: { package: string; importId: number; rows: number },
): Promise<void> {
  const others = (comparison: Sql): Sql =>
    sql`SELECT person FROM traffic WHERE package = ${typed('String', packageName)} AND person != 0 AND import_id ${comparison} ${typed('UInt32', importId)}`;
  const [company] = await clickhouse.query<{ n: number }>(sql`SELECT count() AS n FROM (${others(sql`!=`)} LIMIT 1)`, {
    lane: 'heavy',
  });
  if (!company?.n) return;
  const count = Math.max(1, Math.ceil(rows / ROWS_PER_SLICE));
  for (let slice = 0; slice < count; slice++) {
    const part = trusted(`person % ${count} = ${slice}`);
    await recomputePersons(clickhouse, database, {
      package: packageName,
      persons: sql`SELECT DISTINCT person FROM (${others(sql`!=`)} AND ${part}) WHERE person IN (${others(sql`=`)} AND ${part})`,
    });
  }
}
