import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { addDays } from '#platform/contract/date-range.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type BoundJob, job, nothing, runs } from '#platform/server/jobs/job.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { DEAD_DAYS, DEAD_LETTERS_KEPT, NOTE_DAYS, SEEN_DAYS } from '#traffic/collector/contract/ingest.ts';
import { recorded } from '#traffic/event/contract/recorded-reasons.ts';
import { SWEEP_JOBS } from '#traffic/sources/server/sweep/sweep-jobs.ts';
import { sweepPackage } from '#traffic/sources/server/sweep/sweep-package.ts';
import { deadLetter, intakeCount, intakeSeen, senderNote } from './tables.ts';

export interface UpkeepDeps {
  database: Database;
  clickhouse: ClickHouse;
  now: () => Date;
}

const DAY_MS = 86_400_000;

/**
 * Queued after loads, at most once a minute, so that what follows an import follows live traffic too; by itself it only
 * forgets.
 */
export const afterLoadsJob = job({
  name: 'after-live-loads',
  data: nothing,
  key: () => 'all',
  cron: '33 * * * *',
  changes: 'figures',
  retries: 1,
});

/** Live events of days that the sweeps by the clock do not reach any more. */
export const sweepLateJob = job({
  name: 'sweep-late-live',
  data: nothing,
  key: () => 'all',
  cron: '38 * * * *',
  retries: 1,
});

export const upkeepJobs = (deps: UpkeepDeps): BoundJob[] => [
  runs(afterLoadsJob, () => forget(deps)),
  runs(sweepLateJob, ({ signal }) => sweepLate(deps, signal)),
];

/**
 * Sweeps the days of what came late within a day: loads are known as long. Of days whose events were looked at already
 * nothing is done, so an hour that was missed is made up for by the next.
 */
export async function sweepLate(deps: UpkeepDeps, signal?: AbortSignal): Promise<void> {
  const { database, now } = deps;
  const { days } = SWEEP_JOBS.daily;
  const before = addDays(now().toISOString().slice(0, 10), 1 - days);
  const { rows } = await database.pool.query<{ name: string; first: Date; last: Date }>(
    `SELECT package_name AS name, min(first_ts) AS first, max(last_ts) AS last FROM import
     WHERE live AND state = 'done' AND first_ts < $1 AND finished_at > $2 GROUP BY package_name ORDER BY package_name`,
    [`${before}T00:00:00Z`, new Date(now().getTime() - DAY_MS)],
  );
  for (const { name, first, last } of rows) {
    const lastDay = last.toISOString().slice(0, 10);
    const cause = {
      kind: 'sweep' as const,
      operation: `sweep late ${now().toISOString().slice(0, 13)}`,
      author: 'system',
      at: now(),
      ...recorded('scheduled_sweep', { days }),
    };
    const to = lastDay < before ? lastDay : addDays(before, -1);
    await sweepPackage(
      deps,
      { package: name, from: first.toISOString().slice(0, 10), to, cause, onlyNew: true },
      { signal },
    );
  }
}

/** What has been kept long enough goes: ids, counts, dead letters, records of loads. */
export async function forget({ database, now }: Omit<UpkeepDeps, 'clickhouse'>): Promise<void> {
  const { db, pool } = database;
  const ago = (days: number): Date => new Date(now().getTime() - days * DAY_MS);
  await db.delete(intakeSeen).where(lt(intakeSeen.seenAt, ago(SEEN_DAYS)));
  await db.delete(intakeCount).where(lt(intakeCount.at, ago(1)));
  await db.delete(senderNote).where(lt(senderNote.lastAt, ago(NOTE_DAYS)));
  await db.delete(senderNote).where(and(eq(senderNote.note, 'span'), lt(senderNote.lastAt, ago(2))));
  // No longer than the events of the package, and whole addresses no longer than it keeps those.
  await pool.query(
    `DELETE FROM dead_letter AS d USING package AS p WHERE p.name = d.package_name AND d.received_at < $1::timestamptz
       - make_interval(days => least($2, p.retention_days, greatest(1, coalesce(p.truncate_after_days, $2))))`,
    [now(), DEAD_DAYS],
  );
  const beyond = sql`(SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY package_name ORDER BY id DESC) AS place
    FROM dead_letter) AS ranked WHERE place > ${DEAD_LETTERS_KEPT})`;
  await db.delete(deadLetter).where(and(inArray(deadLetter.id, beyond)));
  // Of each package those stay that say from when to when its live events are.
  await pool.query(
    `DELETE FROM import AS i USING (
       SELECT id, row_number() OVER (PARTITION BY package_name ORDER BY first_ts NULLS LAST, id) AS first,
         row_number() OVER (PARTITION BY package_name ORDER BY last_ts DESC NULLS LAST, id) AS last
       FROM import WHERE live AND state = 'done'
     ) AS kept
     WHERE i.id = kept.id AND kept.first > 1 AND kept.last > 1 AND i.finished_at < $1 AND ${OVER}`,
    [ago(1)],
  );
  await pool.query(`DELETE FROM import AS i WHERE live AND state = 'failed' AND finished_at < $1 AND ${OVER}`, [
    ago(1),
  ]);
}

/** What has batches is not over, whatever its record says. */
const OVER = 'NOT EXISTS (SELECT 1 FROM intake_batch AS b WHERE b.load_id = i.id)';
