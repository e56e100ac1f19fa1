import type { Database } from '#platform/server/postgres/postgres.ts';
import { inTransaction } from '#traffic/collector/server/intake-sql.ts';
import { noticeOf } from './conversion-rows.ts';
import { type LiveParts, readState } from './live-campaigns.ts';

export interface ApprovalDeps extends LiveParts {
  database: Database;
  now: () => Date;
}

interface Due {
  id: string;
  package_name: string;
  campaign_id: number;
  click_id: string;
  event: string;
  transaction_id: string;
  at: Date;
  payout: string;
  revenue: string;
  publisher_id: number | null;
  given: Record<string, string> | null;
}

const AT_ONCE = 500;

/** Approves conversions whose time of waiting is over, and tells their publishers. Answers how many. */
export async function approveDue(deps: ApprovalDeps): Promise<number> {
  const now = deps.now();
  return inTransaction(deps.database.pool, async (client) => {
    const { rows } = await client.query<Due>(
      `SELECT c.id, c.package_name, c.campaign_id, c.click_id, c.event, c.transaction_id, c.at, c.payout, c.revenue,
         t.publisher_id, t.given
       FROM tracking_conversion AS c LEFT JOIN tracking_touch AS t ON t.id = c.click_id
       WHERE c.status = 'pending' AND c.approve_at <= $1 ORDER BY c.id LIMIT ${AT_ONCE} FOR UPDATE OF c SKIP LOCKED`,
      [now],
    );
    if (rows.length === 0) return 0;
    const state = await readState(deps, '');
    await client.query(
      `UPDATE tracking_conversion SET status = 'approved', approve_at = NULL, updated_at = $2 WHERE id = ANY($1::bigint[])`,
      [rows.map(({ id }) => id), now],
    );
    for (const row of rows) {
      const campaign = state.byId.get(row.campaign_id);
      const publisher = state.publisherById.get(row.publisher_id ?? 0);
      if (!campaign || !publisher) continue;
      const touch = { id: row.click_id, given: row.given ?? {} };
      const url = noticeOf({ campaign, publisher, touch }, { ...row, at: row.at.toISOString(), status: 'approved' });
      if (url !== '')
        await client.query(
          'INSERT INTO tracking_notice (package_name, conversion_id, publisher, url, next_at, created_at) VALUES ($1, $2, $3, $4, $5, $5)',
          [row.package_name, row.id, publisher.name, url, now],
        );
    }
    return rows.length;
  });
}
