import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { TestApp } from '../../../../test/support/use-app.ts';
import { PKG, ZONE } from '../../settlements/testing/use-settled.ts';
import type { DisputeLine } from '../contract/dispute.ts';

/** What claims are about, by SQL of its own. */
export function trafficOf(app: TestApp) {
  /** What is paid for by SQL of its own: a duplicate that a person has called clean is none. */
  const paid = async (campaign: string): Promise<number> => {
    const [row] = await app.context.clickhouse.query<{ n: number }>(
      sql`SELECT count() AS n FROM traffic WHERE package = ${typed('String', PKG)} AND publisher = 'Alpha' AND kind = 'click'
        AND campaign = ${typed('String', campaign)} AND verdict NOT IN ('filtered', 'fraud') AND handling = ''
        AND (handling_reason = '' OR (handling_reason = 'duplicate' AND decision = 'clean'))
        AND lower(extra['order_status']) != 'rejected'
        AND toDate(ts, ${typed('String', ZONE)}) BETWEEN '2026-10-01' AND '2026-10-31'`,
    );
    return row?.n ?? 0;
  };

  /** Rules that had hit the events of lines, those with the most first. */
  const hitBy = async (lines: readonly DisputeLine[]): Promise<[string, number][]> => {
    const counts = new Map<string, number>();
    for (const { campaign, event, category, currency } of lines) {
      const rows = await app.context.clickhouse.query<{ rule: string; n: number }>(
        sql`SELECT arrayJoin(hits) AS rule, count() AS n FROM traffic WHERE package = ${typed('String', PKG)} AND row_id IN (
          SELECT row_id FROM evidence_claim WHERE campaign = ${typed('String', campaign)} AND category = ${typed('String', category)}
            AND event = ${typed('String', event)} AND currency = ${typed('String', currency)})
          GROUP BY rule`,
      );
      for (const { rule, n } of rows) counts.set(rule, (counts.get(rule) ?? 0) + n);
    }
    return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  };
  const decided = async (): Promise<number> => {
    const [row] = await app.context.clickhouse.query<{ n: number }>(
      sql`SELECT count() AS n FROM traffic WHERE package = ${typed('String', PKG)} AND decision = 'clean'`,
    );
    return row?.n ?? 0;
  };
  return { paid, hitBy, decided };
}
