/** What the queues look like, read from their tables: the library itself counts one queue at a time. */
import { sql } from 'drizzle-orm';
import { requireMay, type Scope } from '../access/scope.ts';
import type { Database } from '../postgres/postgres.ts';
import { CANCEL_ASKED, forgetCancel } from './job-cancel.ts';

export interface JobCount {
  queue: string;
  queued: number;
  running: number;
  /** How far those that run are, 0 to 1; null while none of them says so. */
  progress: number | null;
  failed: number;
  done: number;
  last_at: string | null;
}

/** A job that waits or runs; `cancelling` was called off and runs until its next step. */
export interface OpenJob {
  id: string;
  queue: string;
  /** Which of its queue's work it is; '' where a queue has only one. */
  key: string;
  state: 'waiting' | 'running' | 'cancelling';
  progress: number | null;
  /** When it began, or was enqueued. */
  since: string;
}

export interface FailedJob {
  id: string;
  queue: string;
  state: string;
  tries: number;
  error: string;
  /** What failed, by code, where the error says so. */
  code: string | null;
  created_at: string;
  finished_at: string | null;
}

/** Queues of the library itself begin so. */
const OURS = sql`left(name, 2) <> '__'`;
const utc = (column: string) => sql.raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`);

/**
 * Failed for good, and not done since: whoever asks for the same work by another button (a report once more, an import
 * again) gives it a job of its own, with the same key.
 */
const GIVEN_UP = sql`j.state = 'failed' AND NOT EXISTS (
  SELECT 1 FROM pgboss.job d WHERE d.name = j.name AND d.singleton_key = j.singleton_key
    AND d.state = 'completed' AND d.created_on > j.created_on)`;

export async function jobCounts(scope: Scope, { db }: Database): Promise<JobCount[]> {
  requireMay(scope, 'server.read');
  const { rows } = await db.execute<JobCount & Record<string, unknown>>(sql`
    SELECT q.name AS queue,
      count(j.id) FILTER (WHERE j.state IN ('created', 'retry'))::int AS queued,
      count(j.id) FILTER (WHERE j.state = 'active')::int AS running,
      avg((j.output ->> 'progress')::float8) FILTER (WHERE j.state = 'active') AS progress,
      count(j.id) FILTER (WHERE ${GIVEN_UP})::int AS failed,
      count(j.id) FILTER (WHERE j.state = 'completed')::int AS done,
      ${utc('max(j.completed_on)')} AS last_at
    FROM pgboss.queue q LEFT JOIN pgboss.job j ON j.name = q.name
    WHERE left(q.name, 2) <> '__' GROUP BY q.name ORDER BY q.name`);
  return rows;
}

export async function failedJobs(
  scope: Scope,
  { db }: Database,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: FailedJob[]; total: number }> {
  requireMay(scope, 'server.read');
  const [found, counted] = await Promise.all([
    db.execute<FailedJob & Record<string, unknown>>(sql`
      SELECT id::text, name AS queue, state::text, retry_count + 1 AS tries,
        left(coalesce(output ->> 'message', output::text, ''), 1000) AS error, output ->> 'code' AS code,
        ${utc('created_on')} AS created_at, ${utc('completed_on')} AS finished_at
      FROM pgboss.job j WHERE ${GIVEN_UP} AND ${OURS}
      ORDER BY completed_on DESC NULLS LAST, id LIMIT ${limit} OFFSET ${(page - 1) * limit}`),
    db.execute<{ total: number }>(sql`SELECT count(*)::int AS total FROM pgboss.job j WHERE ${GIVEN_UP} AND ${OURS}`),
  ]);
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 };
}

const MOST_OPEN = 100;

/** Those that run, then those that wait, oldest first; the first hundred. */
export async function openJobList(scope: Scope, { db }: Database): Promise<OpenJob[]> {
  requireMay(scope, 'server.read');
  const { rows } = await db.execute<OpenJob & Record<string, unknown>>(sql`
    SELECT j.id::text, j.name AS queue,
      -- Jobs without a key of their own have a drawn one.
      CASE WHEN j.singleton_key ~ '^[0-9a-f]{8}-[0-9a-f]{4}-' THEN '' ELSE coalesce(j.singleton_key, '') END AS key,
      CASE WHEN j.state <> 'active' THEN 'waiting' WHEN ${CANCEL_ASKED} THEN 'cancelling' ELSE 'running' END AS state,
      CASE WHEN j.state = 'active' THEN (j.output ->> 'progress')::float8 END AS progress,
      ${utc('coalesce(j.started_on, j.created_on)')} AS since
    FROM pgboss.job j WHERE j.state IN ('created', 'retry', 'active') AND ${OURS}
    ORDER BY j.state = 'active' DESC, j.created_on, j.id LIMIT ${MOST_OPEN}`);
  return rows;
}

/** Where the library puts what a job ends with: nothing stands there while it runs. */
export async function showProgress({ db }: Database, id: string, share: number): Promise<void> {
  await db.execute(sql`
    UPDATE pgboss.job SET output = jsonb_build_object('progress', ${share}::float8)
    WHERE id = ${id}::uuid AND state = 'active'`);
}

/**
 * The queue it stands in, or null when it is not a failed job (any more). One more try is allowed, and it may begin at
 * once.
 */
export async function retryJob(
  scope: Scope,
  { db }: { db: Pick<Database['db'], 'execute'> },
  id: string,
): Promise<string | null> {
  requireMay(scope, 'server.write');
  await forgetCancel({ db }, id, sql`j.state = 'failed'`);
  const changed = await db.execute<{ name: string }>(sql`
    UPDATE pgboss.job SET state = 'retry', retry_limit = retry_limit + 1, start_after = now(), completed_on = NULL
    WHERE id = ${id}::uuid AND state = 'failed' AND ${OURS} RETURNING name`);
  return changed.rows[0]?.name ?? null;
}
