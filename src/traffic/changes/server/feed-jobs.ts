import { and, isNull, lt } from 'drizzle-orm';
import { type BoundJob, job, nothing, runs } from '#platform/server/jobs/job.ts';
import type { Stores } from '#platform/server/stores.ts';
import { KEPT_DAYS } from '#traffic/changes/contract/feed.ts';
import { feedStep } from './tables.ts';
import { tell } from './tell.ts';

/** A step that is open for so long was broken off, or takes long: then it is told now, and again at its end. */
const OPEN_MS = 120_000;
const DAY_MS = 86_400_000;

export const upkeepJob = job({
  name: 'change-feed',
  data: nothing,
  key: () => 'all',
  cron: '16-59/20 * * * *',
  retries: 1,
});

export const feedJobs = (stores: Stores): BoundJob[] => [
  runs(upkeepJob, async () => {
    await tellLeftOver(stores, new Date(Date.now() - OPEN_MS));
    await forget(stores, new Date(Date.now() - KEPT_DAYS * DAY_MS));
  }),
];

/** Tells what was opened before this moment and never told. */
export async function tellLeftOver(stores: Stores, before: Date): Promise<void> {
  const left = await stores.database.db
    .select({ id: feedStep.id, what: feedStep.what, packageName: feedStep.packageName })
    .from(feedStep)
    .where(and(isNull(feedStep.toldAt), lt(feedStep.openedAt, before)))
    .orderBy(feedStep.id);
  for (const step of left) await tell(stores, step);
}

/** What was told before this moment goes; the head remembers up to where. */
export async function forget({ database: { pool } }: Stores, before: Date): Promise<void> {
  await pool.query(
    `WITH gone AS (DELETE FROM feed_entry WHERE told_at < $1 RETURNING package_name, seq)
     UPDATE feed_head AS h SET forgotten = greatest(h.forgotten, g.seq)
     FROM (SELECT package_name, max(seq) AS seq FROM gone GROUP BY package_name) AS g WHERE g.package_name = h.package_name`,
    [before],
  );
  await pool.query(
    `DELETE FROM feed_step AS s WHERE told_at < $1 AND NOT EXISTS (SELECT 1 FROM feed_entry AS e WHERE e.step_id = s.id)`,
    [before],
  );
}
