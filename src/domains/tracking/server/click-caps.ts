import { todayIn } from '#platform/contract/date-range.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { periodStart } from './cap-period.ts';
import type { LiveCampaign, LiveCap } from './live-campaigns.ts';
import { fits, leastOf } from './pay.ts';

/** One click of a cap, stored in the commit of the click. */
export interface ClickUse {
  capId: number;
  periodStart: string;
}

/** Periods of an hour ago and more are of no use, but that of all time. */
const MOST_KNOWN = 50_000;

/**
 * What is used up of caps, as a click asks: clicks of this process at once, those of others and what conversions took
 * within a second. One process never lets more clicks through than a cap allows; several may, by what the others take in
 * that second.
 */
export class ClickCaps {
  #used = new Map<string, string>();

  async learn({ pool }: Pick<Database, 'pool'>): Promise<void> {
    const { rows } = await pool.query<{ key: string; used: string; clicks: boolean }>(
      `SELECT u.cap_id || ' ' || to_char(u.period_start, 'YYYY-MM-DD') AS key, u.used, c.metric = 'clicks' AS clicks
       FROM tracking_cap_use AS u JOIN tracking_cap AS c ON c.id = u.cap_id
       WHERE c.period = 'total' OR u.period_start > now() - interval '40 days'`,
    );
    if (this.#used.size > MOST_KNOWN) this.#used = new Map();
    for (const { key, used, clicks } of rows) {
      // Clicks that this process let through may not be stored yet; conversions are counted in the database alone.
      const isBehind = clicks && Number(used) < Number(this.#used.get(key) ?? 0);
      if (!isBehind) this.#used.set(key, used);
    }
  }

  /** Caps that have no room for a click, or for anything it could bring. */
  full(campaign: LiveCampaign, publisherId: number | null, at: Date): LiveCap[] {
    return capsOf(campaign, publisherId).filter((cap) => {
      const more = moreOf(cap, campaign, publisherId, at);
      return more !== null && !fits(this.#used.get(keyOf(cap, campaign, at)) ?? '0', more, cap.most);
    });
  }

  take(campaign: LiveCampaign, publisherId: number | null, at: Date): ClickUse[] {
    return capsOf(campaign, publisherId)
      .filter(({ metric }) => metric === 'clicks')
      .map((cap) => {
        const key = keyOf(cap, campaign, at);
        this.#used.set(key, String(Number(this.#used.get(key) ?? 0) + 1));
        return { capId: cap.id, periodStart: periodStart(cap.period, campaign.row.timeZone, at) };
      });
  }
}

/** The least that would be counted next; null where nothing more will be. */
function moreOf(
  { metric, event }: LiveCap,
  campaign: LiveCampaign,
  publisherId: number | null,
  at: Date,
): string | null {
  if (metric === 'clicks' || metric === 'conversions') return '1';
  return leastOf(campaign, metric, { event, publisherId, day: todayIn(campaign.row.timeZone, at) });
}

const capsOf = ({ caps }: LiveCampaign, publisherId: number | null): LiveCap[] =>
  caps.filter((cap) => cap.publisherId === null || cap.publisherId === publisherId);

const keyOf = ({ id, period }: LiveCap, { row }: LiveCampaign, at: Date): string =>
  `${id} ${periodStart(period, row.timeZone, at)}`;
