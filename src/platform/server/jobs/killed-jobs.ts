import { sql } from 'drizzle-orm';
import type { Database } from '../postgres/postgres.ts';

const KILLED = JSON.stringify({ message: 'The program was stopped while this ran' });

/**
 * Jobs of a queue that ran when the program was killed, before anybody works on it again: those that may be tried again
 * are tried at once, the others have failed. The queue itself would call them running until they expire.
 */
export const takeUpKilled = ({ db }: { db: Pick<Database['db'], 'execute'> }, queue: string) =>
  db.execute(sql`
    UPDATE pgboss.job SET
      state = CASE WHEN retry_count < retry_limit THEN 'retry' ELSE 'failed' END::pgboss.job_state,
      start_after = now(),
      completed_on = CASE WHEN retry_count < retry_limit THEN NULL ELSE now() END,
      output = ${KILLED}::jsonb
    WHERE name = ${queue} AND state = 'active'`);
