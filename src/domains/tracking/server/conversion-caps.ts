import type { Client } from '#platform/server/postgres/postgres.ts';
import { periodStart } from './cap-period.ts';
import type { LiveCap } from './live-campaigns.ts';
import { fits, plus } from './pay.ts';
import type { Candidate } from './weigh-postback.ts';

interface Use {
  cap: LiveCap;
  start: string;
}

const keyOf = ({ cap, start }: Use): string => `${cap.id} ${start}`;

/** Caps that a conversion of this moment counts against: late ones count on the day they happened. */
const usesOf = ({ campaign, touch, event, at }: Candidate): Use[] =>
  campaign.caps
    .filter(({ metric }) => metric !== 'clicks')
    .filter((cap) => cap.publisherId === null || cap.publisherId === touch.publisher_id)
    .filter((cap) => cap.event === null || cap.event === event)
    .map((cap) => ({ cap, start: periodStart(cap.period, campaign.row.timeZone, at) }));

/**
 * Caps of some conversions, locked until the transaction ends and in one order for all: whoever counts against the same
 * waits, so that no two see the last place free.
 */
export class LockedCaps {
  readonly #used = new Map<string, { used: string; most: string; changed: boolean }>();

  static async lock(client: Client, candidates: readonly Candidate[]): Promise<LockedCaps> {
    const locked = new LockedCaps();
    const uses = new Map(candidates.flatMap(usesOf).map((use) => [keyOf(use), use]));
    if (uses.size === 0) return locked;
    const rows = [...uses.values()];
    const values = [rows.map(({ cap }) => cap.id), rows.map(({ start }) => start)];
    await client.query(
      `INSERT INTO tracking_cap_use (cap_id, period_start)
       SELECT c.id, of.start FROM unnest($1::int[], $2::date[]) AS of (id, start) JOIN tracking_cap AS c USING (id)
       ORDER BY 1, 2 ON CONFLICT DO NOTHING`,
      values,
    );
    const { rows: found } = await client.query<{ key: string; used: string; most: string }>(
      `SELECT u.cap_id || ' ' || to_char(u.period_start, 'YYYY-MM-DD') AS key, u.used, c.most
       FROM tracking_cap_use AS u JOIN tracking_cap AS c ON c.id = u.cap_id
       WHERE (u.cap_id, u.period_start) IN (SELECT * FROM unnest($1::int[], $2::date[]))
       ORDER BY u.cap_id, u.period_start FOR UPDATE OF u`,
      values,
    );
    for (const { key, used, most } of found) locked.#used.set(key, { used, most, changed: false });
    return locked;
  }

  /** The first cap without room for it; else it is counted against all of them. */
  take(candidate: Candidate): LiveCap | undefined {
    const uses = usesOf(candidate).flatMap((use) => {
      const held = this.#used.get(keyOf(use));
      return held ? [{ cap: use.cap, held, more: moreOf(use.cap, candidate) }] : [];
    });
    const full = uses.find(({ held, more }) => !fits(held.used, more, held.most));
    if (full) return full.cap;
    for (const { held, more } of uses) {
      held.used = plus(held.used, more);
      held.changed = true;
    }
    return undefined;
  }

  async write(client: Client): Promise<void> {
    const changed = [...this.#used].filter(([, { changed }]) => changed);
    if (changed.length === 0) return;
    const parts = changed.map(([key, { used }]) => ({ id: Number(key.split(' ')[0]), start: key.split(' ')[1], used }));
    await client.query(
      `UPDATE tracking_cap_use AS u SET used = of.used
       FROM unnest($1::int[], $2::date[], $3::numeric[]) AS of (id, start, used)
       WHERE u.cap_id = of.id AND u.period_start = of.start`,
      [parts.map(({ id }) => id), parts.map(({ start }) => start), parts.map(({ used }) => used)],
    );
  }
}

const moreOf = ({ metric }: LiveCap, { payout, revenue }: Candidate): string =>
  metric === 'payout' ? payout : metric === 'revenue' ? revenue : '1';
