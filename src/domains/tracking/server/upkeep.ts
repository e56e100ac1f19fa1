import { type BoundJob, job, nothing, runs } from '#platform/server/jobs/job.ts';
import { type Loop, Wake } from '#platform/server/jobs/loop.ts';
import { type ApprovalDeps, approveDue } from './approvals.ts';
import { endChallenges } from './challenge-store.ts';
import { type NoticeDeps, sendNotices } from './notices.ts';

export type UpkeepDeps = ApprovalDeps & NoticeDeps;

const PAUSE_MS = 1_000;
const FAILED_MS = 10_000;
/** How long what was told and what was sent is kept, if the package keeps its events as long. */
const LOG_DAYS = 90;
const DAY_HOURS = 24;

/** What has a time: publishers that are to be told, conversions that are to be approved, challenges nobody passed. */
export const trackingLoop = (deps: UpkeepDeps): Loop => ({
  step: async () => {
    const done = [await sendNotices(deps), await approveDue(deps), await endChallenges(deps)];
    return done.some((n) => n > 0);
  },
  wake: new Wake(),
  pauseMs: PAUSE_MS,
  failedMs: FAILED_MS,
});

export const forgetTouchesJob = job({
  name: 'forget-touches',
  data: nothing,
  key: () => 'all',
  cron: '47 * * * *',
  retries: 1,
});

export const trackingJobs = (deps: UpkeepDeps): BoundJob[] => [runs(forgetTouchesJob, () => forgetTouches(deps))];

/**
 * Touches go a day after the longest window of their campaign, and so does who brought them; of a campaign that is gone
 * after a day. Logs go after three months.
 */
export async function forgetTouches({ database: { pool }, now }: Pick<UpkeepDeps, 'database' | 'now'>): Promise<void> {
  const at = now();
  await pool.query(
    `DELETE FROM tracking_touch AS t WHERE t.at < $1::timestamptz - make_interval(hours => ${DAY_HOURS} + coalesce(
       (SELECT greatest(c.click_window_hours, c.view_window_hours) FROM tracking_campaign AS c WHERE c.id = t.campaign_id), 0))`,
    [at],
  );
  for (const [table, column] of [
    ['tracking_postback', 'received_at'],
    ['tracking_untaken', 'hour'],
    ['tracking_notice', 'created_at'],
  ] as const)
    await pool.query(
      `DELETE FROM ${table} AS t WHERE t.${column} < $1::timestamptz - make_interval(days => least($2, coalesce(
         (SELECT p.retention_days FROM package AS p WHERE p.name = t.package_name), $2)))`,
      [at, LOG_DAYS],
    );
  await pool.query(
    `DELETE FROM tracking_change WHERE at < now() - interval '1 day' AND id < (SELECT max(id) FROM tracking_change)`,
  );
}
