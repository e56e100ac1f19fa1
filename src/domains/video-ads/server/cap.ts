import type { CAP_WINDOWS } from '#domains/video-ads/contract/terms.ts';
import { addDays } from '#platform/contract/date-range.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';

/** A promise nobody kept within this time counts no more. */
export const PROMISE_MS = 10 * 60_000;
/** First day of a window that never begins again. */
const ALWAYS = '1970-01-01';
const MONDAY = 1;
/** How long somebody who was not seen is remembered, by the window. */
const FORGOTTEN_AFTER_DAYS = { shortest: 8, lifetime: 400 };

export interface Counted {
  packageName: string;
  campaign: string;
  person: Buffer;
  windowStart: string;
}

/** First day (UTC) of the window that a moment lies in; weeks begin on Monday. */
export function windowStart(window: (typeof CAP_WINDOWS)[number], at: Date): string {
  const day = at.toISOString().slice(0, 10);
  if (window === 'lifetime') return ALWAYS;
  if (window === 'day') return day;
  return addDays(day, -((at.getUTCDay() - MONDAY + 7) % 7));
}

/** The promise was kept: it counts for the whole window. Once it is over, what was shown all the same counts as well. */
export async function keep(
  { pool }: Pick<Database, 'pool'>,
  { packageName, campaign, person, windowStart: since }: Counted,
  requestId: string,
): Promise<void> {
  await pool.query({
    name: 'vast-keep',
    text: `UPDATE vast_cap_use SET shown = shown + 1, held = held - $5
      WHERE package_name = $1 AND campaign = $2 AND person = $3 AND window_start = $4::date`,
    values: [packageName, campaign, person, since, requestId],
  });
}

/** Gives a promise back that was never told to anybody. */
export async function takeBack(
  { pool }: Pick<Database, 'pool'>,
  { packageName, campaign, person, windowStart: since }: Counted,
  requestId: string,
): Promise<void> {
  await pool.query(
    `UPDATE vast_cap_use SET held = held - $5
      WHERE package_name = $1 AND campaign = $2 AND person = $3 AND window_start = $4::date`,
    [packageName, campaign, person, since, requestId],
  );
}

export async function forgetPersons({ pool }: Pick<Database, 'pool'>, now: Date): Promise<void> {
  const day = now.toISOString().slice(0, 10);
  await pool.query(
    `DELETE FROM vast_cap_use WHERE touched_on < $1::date
      OR (window_start <> $3::date AND touched_on < $2::date)`,
    [addDays(day, -FORGOTTEN_AFTER_DAYS.lifetime), addDays(day, -FORGOTTEN_AFTER_DAYS.shortest), ALWAYS],
  );
}
