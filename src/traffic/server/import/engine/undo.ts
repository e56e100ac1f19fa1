import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { recomputePersons } from '#traffic/server/judge/recompute.ts';
import type { Because } from '#traffic/server/judge/verdict-changes.ts';
import { dropClaims, ownRows, removeRows } from './commit.ts';

/** Tables of an undo under way; named like other work tables, so a start clears them the same way. */
const personsTable = (importId: number): Sql => trusted(`import_work_${importId}_persons`);

/**
 * Removes what only this import brought. Rows that a later import brought too become rows of that one. Every step can
 * be done again, so a broken-off undo is simply repeated. What the removed events said about others is taken back.
 */
export async function undoRows(
  clickhouse: ClickHouse,
  database: Database,
  { package: packageName, importId, because }: { package: string; importId: number; because: Because },
): Promise<void> {
  const own = ownRows({ package: packageName, importId });
  const persons = personsTable(importId);
  await clickhouse.command(
    sql`CREATE TABLE IF NOT EXISTS ${persons} (person UInt64) ENGINE = MergeTree ORDER BY person`,
  );
  await clickhouse.command(
    sql`INSERT INTO ${persons} SELECT DISTINCT person FROM traffic WHERE ${own} AND person != 0`,
  );
  await handOver(clickhouse, packageName, importId, own);
  await removeRows(clickhouse, own);
  await dropClaims(clickhouse, importId);
  await recomputePersons(clickhouse, database, {
    package: packageName,
    persons: sql`SELECT DISTINCT person FROM ${persons}`,
    because,
  });
  await clickhouse.command(sql`DROP TABLE IF EXISTS ${persons}`);
}

/** The first of the other imports that brought a row becomes its owner, and needs no claim to it any more. */
async function handOver(clickhouse: ClickHouse, packageName: string, importId: number, own: Sql): Promise<void> {
  const heirs = await clickhouse.query<{ heir: number }>(
    sql`SELECT DISTINCT import_id AS heir FROM import_claim
      WHERE package = ${typed('String', packageName)} AND import_id != ${typed('UInt32', importId)}
        AND row_id IN (SELECT row_id FROM traffic WHERE ${own}) ORDER BY heir`,
    { lane: 'heavy' },
  );
  for (const { heir } of heirs) {
    const claimed = sql`SELECT row_id FROM import_claim WHERE package = ${typed('String', packageName)} AND import_id = ${typed('UInt32', heir)}`;
    const settings = { mutations_sync: 2, allow_nondeterministic_mutations: 1 };
    await clickhouse.command(
      sql`ALTER TABLE traffic UPDATE import_id = ${typed('UInt32', heir)} WHERE ${own} AND row_id IN (${claimed})`,
      { tag: 'import-undo', settings },
    );
    await clickhouse.command(
      sql`ALTER TABLE import_claim DELETE WHERE import_id = ${typed('UInt32', heir)}
        AND row_id IN (SELECT row_id FROM traffic WHERE ${ownRows({ package: packageName, importId: heir })})`,
      { tag: 'import-undo', settings },
    );
  }
}
