import { type Sql, sql } from '#platform/server/clickhouse/sql.ts';
import { windowFacts } from '../server/facts/window-facts.ts';

/** Rows of `traffic` with their window facts filled in; all columns, same order. */
export function withWindowFacts(rows: Sql): Sql {
  return sql`
SELECT r.* REPLACE (
  w.repeat_gap_seconds AS repeat_gap_seconds, w.clicks_1m AS clicks_1m, w.clicks_1h AS clicks_1h,
  w.clicks_24h AS clicks_24h, w.install_repeat_days AS install_repeat_days)
FROM (${rows}) AS r LEFT ANY JOIN (${windowFacts(rows)}) AS w ON r.row_id = w.row_id`;
}
