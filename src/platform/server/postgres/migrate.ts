import type pg from 'pg';
import { type AppliedMigration, type Migration, pendingMigrations, readMigrations } from '../migrations.ts';
import { inTurn } from './turns.ts';

/**
 * Brings the schema forward with the numbered files of `folder`, up to `last` where it is named; returns how many were
 * applied. Each file is one transaction together with its record. Two processes starting at once take turns.
 */
export const migratePostgres = (pool: pg.Pool, folder: string, last = Number.POSITIVE_INFINITY): Promise<number> =>
  inTurn(pool, 'migration', async (client) => {
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migration (
      version integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
    const applied = await client.query<AppliedMigration>(
      'SELECT version, name, checksum FROM schema_migration ORDER BY version',
    );
    const known = (await readMigrations(folder)).filter(({ version }) => version <= last);
    const pending = pendingMigrations(known, applied.rows);
    for (const migration of pending) await apply(client, migration);
    return pending.length;
  });

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
