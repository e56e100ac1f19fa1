/** The records: tables of PostgreSQL as one moment had them, and back into an empty database. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { copyHashed } from './hashed-copy.ts';
import type { BackupPart, Manifest } from './manifest.ts';

/** Made by the runner of migrations, and by those. */
const OF_THE_RUNNER = 'schema_migration';
/** Of the queues only the jobs: the rest is made anew at every start. */
export const JOBS = 'pgboss.job';

export interface StoredTable {
  name: string;
  columns: string[];
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** What is computed by the database is no column of a backup. */
export const TABLES = `
  SELECT n.nspname || '.' || c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    AND ((n.nspname = 'public' AND c.relkind = 'r' AND c.relname <> '${OF_THE_RUNNER}')
      OR (n.nspname = 'pgboss' AND c.relname = 'job'))
  GROUP BY 1 ORDER BY 1`;

/** A connection that goes on seeing one moment. Close it. */
export class RecordsMoment {
  readonly #client: pg.PoolClient;

  private constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  static async open(pool: pg.Pool): Promise<RecordsMoment> {
    const client = await pool.connect();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    // The first question fixes the moment.
    await client.query('SELECT 1 FROM pg_class LIMIT 1');
    return new RecordsMoment(client);
  }

  async ask<R extends pg.QueryResultRow>(question: string): Promise<R[]> {
    return (await this.#client.query<R>(question)).rows;
  }

  async about(): Promise<Pick<Manifest, 'migrations' | 'sequences'>> {
    const migrations = await this.ask<Manifest['migrations'][number]>(
      `SELECT version, name, checksum FROM ${OF_THE_RUNNER} ORDER BY version`,
    );
    const sequences = await this.ask<{ name: string; last: string }>(
      `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
       WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY 1`,
    );
    return { migrations, sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, last])) };
  }

  tables(): Promise<StoredTable[]> {
    return this.ask<StoredTable>(TABLES);
  }

  /** One table as a file of the backup. */
  async write(folder: string, { name, columns }: StoredTable): Promise<BackupPart> {
    const path = join('records', `${name}.copy.gz`);
    await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
    const rows = this.#client.query(copyTo(`COPY (SELECT ${columns.map(quoted).join(', ')} FROM ${name}) TO STDOUT`));
    await pipeline(rows, createGzip({ level: 1 }), createWriteStream(join(folder, path), { mode: 0o600 }));
    const kind = name === JOBS ? ('jobs' as const) : ('records' as const);
    const copied = await copyHashed(join(folder, path), undefined);
    return { name: `records/${name}`, path, place: name, kind, columns, rows: rows.rowCount, ...copied };
  }

  /** Closed, not given back: the moment goes with the connection. */
  close(): void {
    this.#client.release(true);
  }
}

/**
 * All tables in one transaction, into a database of the same schema whose rows, those that its migrations have made
 * among them, make room. Triggers are silent: rows come as they were, and what depends on them comes too.
 */
export async function loadRecords(pool: pg.Pool, folder: string, manifest: Manifest): Promise<void> {
  await inSilence(pool, async (client) => {
    const { rows: tables } = await client.query<StoredTable>(TABLES);
    const own = tables.filter(({ name }) => name !== JOBS).map(({ name }) => name);
    await client.query(`TRUNCATE ${own.join(', ')}`);
    for (const part of manifest.parts.filter(({ kind }) => kind === 'records'))
      await load(client, folder, part, part.place);
    for (const [name, last] of Object.entries(manifest.sequences))
      await client.query('SELECT setval($1, $2)', [`public.${quoted(name)}`, last]);
  });
}

/** Jobs of queues that there are; the queues have been made. */
export async function loadJobs(pool: pg.Pool, folder: string, manifest: Manifest): Promise<void> {
  const part = manifest.parts.find(({ kind }) => kind === 'jobs');
  if (!part) return;
  await inSilence(pool, async (client) => {
    await client.query(`CREATE TEMP TABLE restored_job (LIKE ${JOBS} INCLUDING DEFAULTS)`);
    await load(client, folder, part, 'restored_job');
    await client.query(
      `INSERT INTO ${JOBS} SELECT * FROM restored_job WHERE name IN (SELECT name FROM pgboss.queue)
       ON CONFLICT DO NOTHING`,
    );
  });
}

async function load(client: pg.PoolClient, folder: string, part: BackupPart, table: string): Promise<void> {
  const columns = (part.columns ?? []).map(quoted).join(', ');
  const into = client.query(copyFrom(`COPY ${table} (${columns}) FROM STDIN`));
  await pipeline(createReadStream(join(folder, part.path)), createGunzip(), into);
  if (into.rowCount !== part.rows)
    throw new Error(`${part.name}: ${into.rowCount} rows came back instead of ${part.rows}`);
}

async function inSilence(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL session_replication_role = replica');
    await client.query('SET LOCAL statement_timeout = 0');
    await work(client);
    await client.query('COMMIT');
  } finally {
    client.release(true);
  }
}
