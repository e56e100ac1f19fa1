import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { Stores } from '#platform/server/stores.ts';
import { told } from '#traffic/changes/server/tell.ts';
import { LINK_INPUT, LINK_PARTS } from '#traffic/judge/server/facts/link-facts.ts';
import { recompute } from '#traffic/judge/server/recompute.ts';
import type { ChangeCause } from '#traffic/judge/server/verdict-changes.ts';
import { dropClaims, ownRows, removeRows } from './commit.ts';
import { rowsReplacedBy } from './replace-days.ts';

/** Tables of an undo under way; named like other work tables, so a start clears them the same way. */
const personsTable = (importId: number): Sql => trusted(`import_work_${importId}_persons`);
const linksTable = (importId: number): Sql => trusted(`import_work_${importId}_links`);

const LINK_COLUMNS = Object.entries(LINK_INPUT).map(([name, type]) => `${name} ${type}`);
const LINK_NAMES = trusted(Object.keys(LINK_INPUT).join(', '));
const ANY_KEY = joinSql(
  LINK_PARTS.map(({ keyed }) => sql`(${keyed})`),
  ' OR ',
);

/**
 * Removes what only this import brought. Rows that a later import brought too become rows of that one. Every step can
 * be done again, so a broken-off undo is simply repeated. What the removed events said about others is taken back.
 */
export async function undoRows(
  stores: Stores,
  {
    package: packageName,
    importId,
    cause,
    restore,
  }: {
    package: string;
    importId: number;
    cause: ChangeCause;
    /** Brings back what the import had replaced. */
    restore: () => Promise<void>;
  },
): Promise<void> {
  const { clickhouse } = stores;
  const own = ownRows({ package: packageName, importId });
  const persons = personsTable(importId);
  await clickhouse.command(
    sql`CREATE TABLE IF NOT EXISTS ${persons} (person UInt64) ENGINE = MergeTree ORDER BY person`,
  );
  await clickhouse.command(
    sql`INSERT INTO ${persons} SELECT DISTINCT person FROM (
      SELECT person FROM traffic WHERE ${own} UNION ALL ${rowsReplacedBy(importId, trusted('person'))}
    ) WHERE person != 0`,
  );
  const links = linksTable(importId);
  await clickhouse.command(
    sql`CREATE TABLE IF NOT EXISTS ${links} (${trusted(LINK_COLUMNS.join(', '))}) ENGINE = MergeTree ORDER BY tuple()`,
  );
  await clickhouse.command(
    sql`INSERT INTO ${links} SELECT ${LINK_NAMES} FROM (
      SELECT ${LINK_NAMES} FROM traffic WHERE ${own} UNION ALL ${rowsReplacedBy(importId, LINK_NAMES)}
    ) WHERE ${ANY_KEY}`,
  );
  for (const table of ['traffic', 'traffic_replaced'] as const) {
    const remove = async (): Promise<void> => {
      await handOver(clickhouse, table, packageName, importId, own);
      await removeRows(clickhouse, own, table);
    };
    await (table === 'traffic'
      ? told(stores, sql`SELECT package, ts, row_id FROM traffic WHERE ${own}`, remove)
      : remove());
  }
  await dropClaims(clickhouse, importId);
  await restore();
  await recompute(stores, {
    package: packageName,
    company: [{ linkedTo: sql`SELECT * FROM ${links}` }, { persons: sql`SELECT DISTINCT person FROM ${persons}` }],
    cause,
  });
  await clickhouse.command(sql`DROP TABLE IF EXISTS ${persons} SYNC`);
  await clickhouse.command(sql`DROP TABLE IF EXISTS ${links} SYNC`);
}

/** The first of the other imports that brought a row becomes its owner, and needs no claim to it any more. */
async function handOver(
  clickhouse: ClickHouse,
  tableName: 'traffic' | 'traffic_replaced',
  packageName: string,
  importId: number,
  own: Sql,
): Promise<void> {
  const table = trusted(tableName);
  const owners = await clickhouse.query<{ owner: number }>(
    sql`SELECT DISTINCT import_id AS owner FROM import_claim
      WHERE package = ${typed('String', packageName)} AND import_id != ${typed('UInt32', importId)}
        AND row_id IN (SELECT row_id FROM ${table} WHERE ${own}) ORDER BY owner`,
    { lane: 'heavy' },
  );
  for (const { owner } of owners) {
    const claimed = sql`SELECT row_id FROM import_claim WHERE package = ${typed('String', packageName)} AND import_id = ${typed('UInt32', owner)}`;
    const settings = { mutations_sync: 2, allow_nondeterministic_mutations: 1 };
    await clickhouse.command(
      sql`ALTER TABLE ${table} UPDATE import_id = ${typed('UInt32', owner)} WHERE ${own} AND row_id IN (${claimed})`,
      { tag: 'import-undo', settings },
    );
    await clickhouse.command(
      sql`ALTER TABLE import_claim DELETE WHERE import_id = ${typed('UInt32', owner)}
        AND row_id IN (SELECT row_id FROM ${table} WHERE ${ownRows({ package: packageName, importId: owner })})`,
      { tag: 'import-undo', settings },
    );
  }
}
