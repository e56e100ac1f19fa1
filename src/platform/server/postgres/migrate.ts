import type pg from 'pg';
import { type AppliedMigration, type Migration, pendingMigrations, readMigrations } from '../migrations.ts';

/** Any number that no other program uses for its advisory locks. */
const MIGRATION_LOCK = 4_800_001;

/**
 * Brings the schema forward with the numbered files of `folder`; returns how many were applied.
 * Each file is one transaction together with its record. Two processes starting at once take turns.
 */
export async function migratePostgres(pool: pg.Pool, folder: string): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migration (
      version integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
    const applied = await client.query<AppliedMigration>(
      'SELECT version, name, checksum FROM schema_migration ORDER BY version',
    );
    const pending = pendingMigrations(await readMigrations(folder), applied.rows);
    for (const migration of pending) await apply(client, migration);
    return pending.length;
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => {});
    client.release();
  }
}

async function apply(client: pg.PoolClient, { version, name, checksum, text }: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    // A change of a large table may rightly take longer than any question.
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query(text);
    await client.query('INSERT INTO schema_migration (version, name, checksum) VALUES ($1, $2, $3)', [
      version,
      name,
      checksum,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`Migration ${String(version).padStart(4, '0')}_${name} failed: ${String(error)}`, { cause: error });
  }
}
