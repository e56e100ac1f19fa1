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

/** What this process alone may do, for as long as the connection lives that holds the lock. */
export interface Turn {
  /** Gives it to the next one. */
  leave: () => void;
  /** Resolves when the connection is gone, or does not answer: another process may have it by then. */
  lost: Promise<void>;
}

const ASKED_EVERY_MS = 2_000;
const ANSWERED_WITHIN_MS = 5_000;
/** The server lets go of a machine that is gone after 10 + 3 × 5 s: later than that machine has noticed itself. */
const KEEPALIVE = 'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3';

/** Null at once when another process has it. */
export async function takeAlone(pool: pg.Pool, lock: keyof typeof LOCKS): Promise<Turn | null> {
  const client = await pool.connect();
  // Without a listener a lost connection would end the process.
  client.on('error', () => {});
  try {
    await client.query(KEEPALIVE);
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCKS[lock]]);
    if (rows[0]?.taken) return hold(client);
  } catch (error) {
    client.release(true);
    throw error;
  }
  client.release(true);
  return null;
}

function hold(client: pg.PoolClient): Turn {
  let isOver = false;
  let leave = (): void => {};
  const lost = new Promise<void>((tell) => {
    const over = (isLost: boolean): void => {
      if (isOver) return;
      isOver = true;
      clearInterval(asking);
      client.release(true);
      if (isLost) tell();
    };
    const asking = setInterval(() => {
      const silent = setTimeout(() => over(true), ANSWERED_WITHIN_MS);
      client
        .query('SELECT 1')
        .catch(() => over(true))
        .finally(() => clearTimeout(silent));
    }, ASKED_EVERY_MS);
    asking.unref();
    client.once('end', () => over(true));
    leave = () => over(false);
  });
  return { leave, lost };
}
