/**
 * What only one process at a time may do, wherever it runs: held by a lock of the database, which ends with the
 * connection.
 */
import type pg from 'pg';

/** Any numbers that no other program uses for its advisory locks. */
const LOCKS = { migration: 4_800_001, jobs: 4_800_002 } as const;

/** Waits for its turn, however long another one takes. */
export async function inTurn<T>(
  pool: pg.Pool,
  lock: keyof typeof LOCKS,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [LOCKS[lock]]);
    await client.query('RESET statement_timeout');
    return await work(client);
  } finally {
    // Closed, not given back: the lock goes with the connection, whatever state it is in.
    client.release(true);
  }
}

/**
 * Takes it and keeps it until the answer is called; null at once when another process has it. With a lost connection
 * the lock is lost as well: it guards a start, not every moment after it.
 */
export async function takeAlone(pool: pg.Pool, lock: keyof typeof LOCKS): Promise<(() => void) | null> {
  const client = await pool.connect();
  const leave = (): void => client.release(true);
  try {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCKS[lock]]);
    // Without a listener a lost connection would end the process.
    client.on('error', () => {});
    if (rows[0]?.taken) return leave;
  } catch (error) {
    leave();
    throw error;
  }
  leave();
  return null;
}
