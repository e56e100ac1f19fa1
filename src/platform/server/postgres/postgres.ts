import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { findEmbeddedPostgres, type SocketConnection, startEmbeddedPostgres } from './embedded-postgres.ts';

export interface Database {
  readonly db: NodePgDatabase;
  readonly pool: pg.Pool;
  info(): Promise<{ mode: 'embedded' | 'server'; version: string; bytes: number }>;
  close(): Promise<void>;
}

/** One connection of the pool, for what has to happen in one transaction. */
export type Client = pg.PoolClient;

export interface PostgresConfig {
  /** A server; without it PostgreSQL runs embedded in `folder`, which the caller holds locked. */
  url?: string | undefined;
  folder: string;
  /** Use the embedded server that another process of ours has started (the collector does). */
  join?: boolean;
  /** Connections; the embedded server has 60 in all. */
  poolSize?: number;
}

export async function openPostgres({ url, folder, join, poolSize }: PostgresConfig): Promise<Database> {
  if (url) return connectPostgres({ connectionString: url }, 'server', poolSize);
  if (join) {
    const connection = findEmbeddedPostgres(folder);
    if (!connection) throw new Error(`No PostgreSQL is running in ${folder}; start Adsieve first`);
    return connectPostgres(connection, 'embedded', poolSize);
  }
  const server = await startEmbeddedPostgres(folder);
  const database = connectPostgres(server.connection, 'embedded', poolSize);
  return {
    ...database,
    close: async () => {
      await database.close();
      await server.stop();
    },
  };
}

/** A pool on a server that is already there. */
export function connectPostgres(
  where: SocketConnection | { connectionString: string },
  mode: 'embedded' | 'server',
  poolSize = 20,
): Database {
  const pool = new pg.Pool({
    ...where,
    max: poolSize,
    application_name: 'adsieve',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    // No statement of ours is meant to take longer, and a transaction left open blocks others for ever.
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    options: '-c TimeZone=UTC',
  });
  // Without a listener a lost idle connection ends the process; the pool replaces it by itself.
  pool.on('error', () => {});
  return {
    db: drizzle({ client: pool }),
    pool,
    info: async () => {
      const { rows } = await pool.query<{ version: string; bytes: string }>(
        "SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS bytes",
      );
      return { mode, version: rows[0]?.version ?? '', bytes: Number(rows[0]?.bytes ?? 0) };
    },
    close: () => pool.end(),
  };
}
