/**
 * Calling a job off. What is cancelled is work (a queue and a key), and it is written down at the click: the process
 * that runs it may be another one, or die before it has stopped.
 */
import { type SQL, sql } from 'drizzle-orm';
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { requireMay, type Scope } from '../access/scope.ts';
import { moment } from '../postgres/columns.ts';
import type { Database } from '../postgres/postgres.ts';
import type { ToSend } from './job.ts';

export const jobCancelTable = pgTable(
  'job_cancel',
  {
    queue: text('queue').notNull(),
    key: text('key').notNull(),
    askedAt: moment('asked_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.queue, t.key] })],
);

/** Why the signal of a run fired: the work is not wanted any more. After a stop of the program it would go on. */
export class JobCancelled extends Error {
  constructor() {
    super('The job was cancelled');
  }
}

type Executor = { db: Pick<Database['db'], 'execute'> };

const LOOK_MS = 1000;
const OF_JOB = sql`c.queue = j.name AND c.key = j.singleton_key`;

/** Whether the job `j` was enqueued before its work was called off. */
export const CANCEL_ASKED: SQL = sql`EXISTS (SELECT 1 FROM job_cancel c WHERE ${OF_JOB} AND c.asked_at >= j.created_on)`;

export interface CancelAnswer {
  queue: string;
  key: string;
  /** `cancelling` runs until its next step; `again` was asked before. */
  outcome: 'cancelled' | 'cancelling' | 'again' | 'refused';
}

/** Null when there is no such job, or none that waits or runs any more. `refused`: its queue is none of `queues`. */
export async function cancelJob(
  scope: Scope,
  { db }: Executor,
  id: string,
  queues: readonly string[],
): Promise<CancelAnswer | null> {
  requireMay(scope, 'server.write');
  const { rows } = await db.execute<{ queue: string; key: string; runs: boolean; asked: boolean }>(sql`
    SELECT j.name AS queue, coalesce(j.singleton_key, '') AS key, j.state = 'active' AS runs, ${CANCEL_ASKED} AS asked
    FROM pgboss.job j WHERE j.id = ${id}::uuid AND j.state IN ('created', 'retry', 'active') FOR UPDATE`);
  const [found] = rows;
  if (!found) return null;
  const { queue, key, runs, asked } = found;
  if (!queues.includes(queue)) return { queue, key, outcome: 'refused' };
  if (runs && asked) return { queue, key, outcome: 'again' };
  await db.execute(sql`
    INSERT INTO job_cancel (queue, key) VALUES (${queue}, ${key}) ON CONFLICT (queue, key) DO UPDATE SET asked_at = now()`);
  if (runs) return { queue, key, outcome: 'cancelling' };
  await endJobs({ db }, sql`j.id = ${id}::uuid`);
  return { queue, key, outcome: 'cancelled' };
}

/** The state of the queue itself for what was called off: it is neither tried again nor expires. */
const endJobs = ({ db }: Executor, which: SQL) =>
  db.execute(sql`
    UPDATE pgboss.job j SET state = 'cancelled', completed_on = now(), output = NULL
    WHERE ${which} AND j.state IN ('created', 'retry', 'active')`);

/** Its work is wanted (again). */
export const forgetCancel = ({ db }: Executor, id: string, which = sql`true`) =>
  db.execute(sql`DELETE FROM job_cancel c USING pgboss.job j WHERE j.id = ${id}::uuid AND ${OF_JOB} AND ${which}`);

async function isAsked({ db }: Executor, id: string): Promise<boolean> {
  const { rows } = await db.execute(sql`SELECT 1 FROM pgboss.job j WHERE j.id = ${id}::uuid AND ${CANCEL_ASKED}`);
  return rows.length > 0;
}

/** Whether unfinished work was called off. */
export async function isCancelled({ db }: Executor, { queue, key }: ToSend): Promise<boolean> {
  const { rows } = await db.execute(sql`SELECT 1 FROM job_cancel WHERE queue = ${queue} AND key = ${key}`);
  return rows.length > 0;
}

/** What was called off and then killed in the midst of its step: nobody is left to end it. */
export const endKilled = (database: Executor, queue: string) =>
  endJobs(database, sql`j.name = ${queue} AND j.state = 'active' AND ${CANCEL_ASKED}`);

/** Runs a job that may be called off; `cancelled` fires when it is. Then its error is no failure. */
export async function runCancellable(
  database: Executor,
  id: string,
  run: (cancelled: AbortSignal) => Promise<unknown>,
): Promise<void> {
  // It was asked for anew after an earlier one was called off.
  await forgetCancel(database, id, sql`c.asked_at < j.created_on`);
  const asked = new AbortController();
  // While the database does not answer nobody can ask either.
  const look = () => isAsked(database, id).then((is) => is && asked.abort(new JobCancelled()));
  await look();
  const timer = setInterval(() => void look().catch(() => {}), LOOK_MS);
  try {
    asked.signal.throwIfAborted();
    await run(asked.signal);
    // It was done before it met a step to stop at.
    await forgetCancel(database, id);
  } catch (error) {
    if (!asked.signal.aborted) throw error;
    await endJobs(database, sql`j.id = ${id}::uuid`);
  } finally {
    clearInterval(timer);
  }
}
