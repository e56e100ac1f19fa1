import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { connectPostgres, type Database } from '#platform/server/postgres/postgres.ts';

/** A fresh, migrated Postgres database for this test file; dropped after it. */
export function useDatabase(): Database {
  const server = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  let opened: Database | undefined;
  beforeAll(async () => {
    await asOwner(`CREATE DATABASE ${name} TEMPLATE ${server.database} STRATEGY FILE_COPY`);
    opened = connectPostgres({ ...server, database: name }, 'embedded', 5);
  });
  afterAll(async () => {
    await opened?.close();
    await asOwner(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
  const now = (): Database => {
    if (!opened) throw new Error('The database opens before the first test; use it inside a test or a hook');
    return opened;
  };
  return {
    get db() {
      return now().db;
    },
    get pool() {
      return now().pool;
    },
    info: () => now().info(),
    close: () => now().close(),
  };

  async function asOwner(statement: string): Promise<void> {
    const client = new pg.Client({ ...server, database: 'postgres' });
    await client.connect();
    await client.query(statement);
    await client.end();
  }
}
