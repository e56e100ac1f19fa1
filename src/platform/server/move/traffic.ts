/** The tables of ClickHouse, partition by partition, from the embedded engine to a server. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClickHouse, fileSource } from '../clickhouse/clickhouse.ts';
import { type Sql, sql, trusted, typed } from '../clickhouse/sql.ts';

/** Of the runner of migrations, which has run there too. */
const OF_THE_RUNNER = 'schema_migration';
const OF_WORK = /^(import|judge)_work_/;

interface Table {
  name: string;
  engine: string;
}

async function tablesOf(clickhouse: ClickHouse): Promise<Table[]> {
  return clickhouse.query<Table>(
    sql`SELECT name, engine FROM system.tables WHERE database = currentDatabase() AND endsWith(engine, 'MergeTree') ORDER BY name`,
  );
}

/** Tables of work that was broken off. */
export const workTables = async (clickhouse: ClickHouse): Promise<string[]> =>
  (await tablesOf(clickhouse)).map(({ name }) => name).filter((name) => name.startsWith('import_work_'));

interface Sum {
  n: number;
  hash: string;
}

/** Rows and a sum over all that is in them, whatever their order, of each partition. */
async function sumsOf(clickhouse: ClickHouse, { name }: Table, columns: Sql, final: Sql): Promise<Map<string, Sum>> {
  const rows = await clickhouse.query<Sum & { part: string }>(
    sql`SELECT _partition_id AS part, count() AS n,
        toString(sum(sipHash64(formatRowNoNewline('TSV', ${columns})))) AS hash
      FROM ${trusted(name)} ${final} GROUP BY part ORDER BY part`,
    { lane: 'heavy', tag: 'move' },
  );
  return new Map(rows.map(({ part, n, hash }) => [part, { n, hash }]));
}

const same = (one: Sum | undefined, other: Sum | undefined): boolean =>
  one?.n === other?.n && one?.hash === other?.hash;

/**
 * Every partition whose rows are not all there. What is there and is not the same, of a move that was broken off, goes
 * first.
 *
 * @throws when a table is not the same afterwards
 */
export async function copyTraffic(
  from: ClickHouse,
  to: ClickHouse,
  onPart: (text: string) => void,
): Promise<{ tables: number; rows: number }> {
  const tables = (await tablesOf(from)).filter(({ name }) => name !== OF_THE_RUNNER && !OF_WORK.test(name));
  let rows = 0;
  for (const table of tables) {
    const columns = await columnsOf(from, table.name);
    // Merges leave out replaced rows, here earlier than there.
    const final = trusted(table.engine.includes('Replacing') ? 'FINAL' : '');
    const wanted = await sumsOf(from, table, columns, final);
    const present = await sumsOf(to, table, columns, final);
    for (const [part, sum] of wanted) {
      rows += sum.n;
      if (same(sum, present.get(part))) continue;
      if (present.has(part)) await dropPartition(to, table.name, part);
      await copyPartition(from, to, { table: table.name, part, columns, final });
      onPart(`${table.name} ${part}: ${sum.n.toLocaleString('en')} rows`);
    }
    const after = await sumsOf(to, table, columns, final);
    if (after.size !== wanted.size || [...wanted].some(([part, sum]) => !same(sum, after.get(part))))
      throw new Error(
        `The table ${table.name} is not the same there. Move again: what is not the same is copied anew.`,
      );
  }
  return { tables: tables.length, rows };
}

async function columnsOf(clickhouse: ClickHouse, table: string): Promise<Sql> {
  const found = await clickhouse.query<{ name: string }>(
    sql`SELECT name FROM system.columns WHERE database = currentDatabase() AND table = ${typed('String', table)}
      AND default_kind NOT IN ('ALIAS', 'MATERIALIZED') ORDER BY position`,
  );
  return trusted(found.map(({ name }) => name).join(', '));
}

const dropPartition = (clickhouse: ClickHouse, table: string, part: string): Promise<void> =>
  clickhouse.command(sql`ALTER TABLE ${trusted(table)} DROP PARTITION ID ${typed('String', part)}`, { tag: 'move' });

/** By a file in the engine's own format, in the folder that both can reach. */
async function copyPartition(
  from: ClickHouse,
  to: ClickHouse,
  { table, part, columns, final }: { table: string; part: string; columns: Sql; final: Sql },
): Promise<void> {
  const path = join(to.userFiles, `move-${randomUUID()}.native`);
  const settings = { max_partitions_per_insert_block: 0 };
  try {
    await from.command(
      sql`INSERT INTO FUNCTION file(${typed('String', path)}, 'Native')
        SELECT ${columns} FROM ${trusted(table)} ${final} WHERE _partition_id = ${typed('String', part)}`,
      { lane: 'heavy', tag: 'move' },
    );
    await to.command(
      sql`INSERT INTO ${trusted(table)} (${columns}) SELECT ${columns} FROM file(${fileSource(to, path)}, 'Native')`,
      { lane: 'heavy', tag: 'move', settings },
    );
  } finally {
    await rm(path, { force: true });
  }
}
