import type { Database } from '#platform/server/postgres/postgres.ts';
import { periodStart } from './cap-period.ts';
import type { LiveCampaign, LiveCap } from './live-campaigns.ts';

/** One click of a cap, stored in the commit of the click. */
export interface ClickUse {
  capId: number;
  periodStart: string;
}

/** Periods of an hour ago and more are of no use, but that of all time. */
const MOST_KNOWN = 50_000;

/**
 * Clicks counted against caps: those of this process at once, those of others within a second. One process never lets
 * more through than a cap allows; several may, by what the others take in that second.
 */
export class ClickCaps {
  #used = new Map<string, number>();

  async learn({ pool }: Pick<Database, 'pool'>): Promise<void> {
    const { rows } = await pool.query<{ key: string; used: string }>(
      `SELECT u.cap_id || ' ' || to_char(u.period_start, 'YYYY-MM-DD') AS key, u.used FROM tracking_cap_use AS u
       JOIN tracking_cap AS c ON c.id = u.cap_id WHERE c.metric = 'clicks'
         AND (c.period = 'total' OR u.period_start > now() - interval '40 days')`,
    );
    if (this.#used.size > MOST_KNOWN) this.#used = new Map();
    for (const { key, used } of rows) this.#used.set(key, Math.max(Number(used), this.#used.get(key) ?? 0));
  }

  /** The first cap that has no room for a click. */
  over(campaign: LiveCampaign, publisherId: number | null, at: Date): LiveCap | undefined {
    return clickCaps(campaign, publisherId).find(
      (cap) => (this.#used.get(keyOf(cap, campaign, at)) ?? 0) + 1 > Number(cap.most),
    );
  }

  take(campaign: LiveCampaign, publisherId: number | null, at: Date): ClickUse[] {
    return clickCaps(campaign, publisherId).map((cap) => {
      const key = keyOf(cap, campaign, at);
      this.#used.set(key, (this.#used.get(key) ?? 0) + 1);
      return { capId: cap.id, periodStart: periodStart(cap.period, campaign.row.timeZone, at) };
    });
  }
}

const clickCaps = ({ caps }: LiveCampaign, publisherId: number | null): LiveCap[] =>
  caps.filter((cap) => cap.metric === 'clicks' && (cap.publisherId === null || cap.publisherId === publisherId));

const keyOf = ({ id, period }: LiveCap, { row }: LiveCampaign, at: Date): string =>
  `${id} ${periodStart(period, row.timeZone, at)}`;
