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
    const wanted = [...uses.values()];
    let found = await lockedUses(client, wanted);
    if (found.length < wanted.length) {
      // The first of a period, but where a cap was taken away meanwhile.
      await client.query(
        `INSERT INTO tracking_cap_use (cap_id, period_start)
         SELECT c.id, of.start FROM unnest($1::int[], $2::date[]) AS of (id, start) JOIN tracking_cap AS c USING (id)
         ORDER BY 1, 2 ON CONFLICT DO NOTHING`,
        columnsOf(wanted),
      );
      found = await lockedUses(client, wanted);
    }
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

  /** What is to be written of those that something was counted against. */
  changed(): CapUse[] {
    return [...this.#used].flatMap(([key, { used, changed }]) => {
      const [id, start = ''] = key.split(' ');
      return changed ? [{ cap_id: Number(id), period_start: start, used }] : [];
    });
  }
}

/** A row of `tracking_cap_use`. */
export interface CapUse {
  cap_id: number;
  period_start: string;
  used: string;
}

const columnsOf = (uses: readonly Use[]) => [uses.map(({ cap }) => cap.id), uses.map(({ start }) => start)];

async function lockedUses(client: Client, uses: readonly Use[]) {
  const { rows } = await client.query<{ key: string; used: string; most: string }>({
    name: 'tracking-lock-caps',
    text: `SELECT u.cap_id || ' ' || to_char(u.period_start, 'YYYY-MM-DD') AS key, u.used, c.most
      FROM tracking_cap_use AS u JOIN tracking_cap AS c ON c.id = u.cap_id
      WHERE (u.cap_id, u.period_start) IN (SELECT * FROM unnest($1::int[], $2::date[]))
      ORDER BY u.cap_id, u.period_start FOR UPDATE OF u`,
    values: columnsOf(uses),
  });
  return rows;
}

const moreOf = ({ metric }: LiveCap, { payout, revenue }: Candidate): string =>
  metric === 'payout' ? payout : metric === 'revenue' ? revenue : '1';
