/** The tables of PostgreSQL from one server to another, all of them or none. */
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { JOBS, quoted, type StoredTable, TABLES } from '../backup/records.ts';
import { MoveRefused } from './move-refused.ts';

/** Lies in a database into which a move goes on, or was broken off. */
const MOVING = 'adsieve_moving';

/** Whether nothing was there. False for a move of the same folder that was broken off. @throws MoveRefused */
export async function beginMove(to: pg.Pool, dataFolder: string): Promise<boolean> {
  const { rows } = await to.query<{ n: number; moving: string | null }>(
    `SELECT count(*)::int AS n, to_regclass('public.${MOVING}')::text AS moving FROM pg_class c
     JOIN pg_namespace s ON s.oid = c.relnamespace WHERE s.nspname = 'public' AND c.relkind = 'r'`,
  );
  if (rows[0]?.moving) {
    const { rows: begun } = await to.query<{ source: string }>(`SELECT source FROM ${MOVING}`);
    if (begun[0]?.source === dataFolder) return false;
    throw new MoveRefused(
      `A move of ${begun[0]?.source} into the database of DATABASE_URL was begun. Nothing was changed.`,
    );
  }
  if ((rows[0]?.n ?? 0) > 0)
    throw new MoveRefused('The database of DATABASE_URL is not empty. Nothing was changed there.');
  await to.query(
    `CREATE TABLE ${MOVING} AS SELECT $1::text AS source`.replace('$1', `'${dataFolder.replaceAll("'", "''")}'`),
  );
  return true;
}

/** @throws MoveRefused while a move goes on, or when one was broken off: half of it would look like all of it */
export async function requireNoMove(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ moving: string | null }>(
    `SELECT to_regclass('public.${MOVING}')::text AS moving`,
  );
  if (rows[0]?.moving)
    throw new MoveRefused(
      'A move into the database of DATABASE_URL goes on or was broken off. Move again, to its end.',
    );
}

export async function endMove(to: pg.Pool): Promise<void> {
  await to.query(`DROP TABLE IF EXISTS ${MOVING}`);
}

/**
 * In one transaction there, from one moment here. Triggers are silent, since rows come as they were; keys between
 * tables are held, so that tables come after those they point to.
 *
 * @throws when a table is not the same afterwards, and then nothing stays
 */
export async function copyRecords(from: pg.Pool, to: pg.Pool): Promise<{ tables: number; rows: number }> {
  const [source, target] = [await from.connect(), await to.connect()];
  try {
    await source.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await target.query('BEGIN');
    for (const client of [source, target])
      await client.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
    const { rows: found } = await source.query<StoredTable>(TABLES);
    const tables = inOrder(found, await pointsTo(source)).filter(({ name }) => name !== `public.${MOVING}`);
    const own = tables.filter(({ name }) => name !== JOBS);
    for (const { name } of own) await target.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
    await target.query(`TRUNCATE ${own.map(({ name }) => name).join(', ')}`);
    let rows = 0;
    for (const table of own) rows += await copyTable(source, target, table);
    for (const { name } of own) await target.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
    await copyJobs(source, target, tables);
    await copySequences(source, target);
    await target.query('COMMIT');
    return { tables: own.length, rows };
  } finally {
    source.release(true);
    target.release(true);
  }
}

async function copyTable(source: pg.PoolClient, target: pg.PoolClient, table: StoredTable): Promise<number> {
  const columns = table.columns.map(quoted).join(', ');
  await pipeline(
    source.query(copyTo(`COPY (SELECT ${columns} FROM ${table.name}) TO STDOUT`)),
    target.query(copyFrom(`COPY ${table.name} (${columns}) FROM STDIN`)),
  );
  const [wanted, there] = [await sumOf(source, table), await sumOf(target, table)];
  if (wanted.n !== there.n || wanted.hash !== there.hash)
    throw new Error(`${table.name}: ${there.n} rows there, ${wanted.n} here, or other ones. Nothing was moved.`);
  return Number(wanted.n);
}

/** Rows and a sum over all that is in them, whatever their order. */
async function sumOf(client: pg.PoolClient, { name, columns }: StoredTable): Promise<{ n: string; hash: string }> {
  const row = `ROW(${columns.map(quoted).join(', ')})::text`;
  const { rows } = await client.query<{ n: string; hash: string }>(
    `SELECT count(*) AS n, coalesce(sum(('x' || substr(md5(${row}), 1, 15))::bit(60)::bigint), 0)::text AS hash FROM ${name}`,
  );
  return rows[0] ?? { n: '', hash: '' };
}

/** Queues are made anew at a start, and with them a table for each: their jobs wait in the queues that there are. */
async function copyJobs(source: pg.PoolClient, target: pg.PoolClient, tables: readonly StoredTable[]): Promise<void> {
  const jobs = tables.find(({ name }) => name === JOBS);
  if (!jobs) return;
  const columns = jobs.columns.map(quoted).join(', ');
  await target.query(`CREATE TEMP TABLE moved_job (LIKE ${JOBS} INCLUDING DEFAULTS) ON COMMIT DROP`);
  await pipeline(
    source.query(copyTo(`COPY (SELECT ${columns} FROM ${JOBS}) TO STDOUT`)),
    target.query(copyFrom(`COPY moved_job (${columns}) FROM STDIN`)),
  );
  await target.query(
    `INSERT INTO ${JOBS} SELECT * FROM moved_job WHERE name IN (SELECT name FROM pgboss.queue) ON CONFLICT DO NOTHING`,
  );
}

async function copySequences(source: pg.PoolClient, target: pg.PoolClient): Promise<void> {
  const { rows } = await source.query<{ name: string; last: string }>(
    `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
     WHERE schemaname = 'public' AND last_value IS NOT NULL`,
  );
  for (const { name, last } of rows) await target.query('SELECT setval($1, $2)', [`public.${quoted(name)}`, last]);
}

/** Which table points to which. */
async function pointsTo(client: pg.PoolClient): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ name: string; to: string[] }>(
    `SELECT n.nspname || '.' || c.relname AS name, array_agg(DISTINCT m.nspname || '.' || r.relname) AS to
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_class r ON r.oid = k.confrelid JOIN pg_namespace m ON m.oid = r.relnamespace
     WHERE k.contype = 'f' AND k.conrelid <> k.confrelid GROUP BY 1`,
  );
  return new Map(rows.map((row) => [row.name, row.to]));
}

function inOrder(tables: readonly StoredTable[], points: ReadonlyMap<string, readonly string[]>): StoredTable[] {
  const left = new Map(tables.map((table) => [table.name, table]));
  const ordered: StoredTable[] = [];
  while (left.size > 0) {
    const free = [...left.values()].filter(({ name }) => !points.get(name)?.some((other) => left.has(other)));
    if (free.length === 0) throw new Error(`Tables point to each other: ${[...left.keys()].join(', ')}`);
    for (const table of free) left.delete(table.name);
    ordered.push(...free);
  }
  return ordered;
}
