import type { Counts } from '#domains/video-ads/contract/report-endpoints.ts';
import { type BlockReason, STEPS } from '#domains/video-ads/contract/terms.ts';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { DIMENSION_SQL } from '#traffic/event/server/dimension-sql.ts';
import { IVT_REASONS } from './decide.ts';

const text = (value: string): Sql => sql`${typed('String', value)}`;
const brandUnsafe = 'brand_unsafe_placement' satisfies BlockReason;
const invalid = 'invalid_ivt_request' satisfies BlockReason;
const capped = 'f_cap_threshold_breached' satisfies BlockReason;

const IS_UNSAFE = sql`${DIMENSION_SQL.safety} = 'unsafe' OR reason = 'imp.brand_unsafe'`;
const IS_INVALID = sql`verdict IN ('fraud', 'filtered') OR has(${typed('Array(String)', [...IVT_REASONS])}, toString(reason))`;
const IS_CAPPED = sql`verdict = 'suspect' AND has(hits, 'frequency_cap')`;

/**
 * Why a request was blocked; '' for one that passed. What one of our tags decided stands in the row. Requests that came
 * by a file or a sender were decided by nobody: they are classed by the same three tests, in the same order, from what
 * the rules say of them.
 */
const BLOCKED_FOR = sql`multiIf(kind != 'vast_request' OR handling = 'passed', '',
  handling = 'blocked', toString(handling_reason),
  ${IS_UNSAFE}, ${text(brandUnsafe)}, ${IS_INVALID}, ${text(invalid)}, ${IS_CAPPED}, ${text(capped)}, '')`;

/** Rows of video ads with why each was blocked. */
export const videoRows = (where: Sql): Sql => sql`SELECT *, ${BLOCKED_FOR} AS blocked_for FROM traffic WHERE ${where}`;

/** What is counted of `videoRows`; the rest of the columns are sums of these. */
export const COUNTED = sql`toUInt32(countIf(kind = 'vast_request')) AS requests,
  toUInt32(countIf(blocked_for = ${text(brandUnsafe)})) AS unsafe, toUInt32(countIf(blocked_for = ${text(capped)})) AS capped,
  toUInt32(countIf(blocked_for = ${text(invalid)})) AS ivt,
  toUInt32(countIf(kind = 'vast_tracking' AND event_name = 'impression')) AS impressions`;

export interface Counted {
  requests: number;
  unsafe: number;
  capped: number;
  ivt: number;
  impressions: number;
}

/** Blocked is the sum of the three reasons, clean is what is left (VAST-RULE-02, VAST-RULE-03). */
export function countsOf({ requests, unsafe, capped: over, ivt, impressions }: Counted): Counts {
  const blocked = unsafe + over + ivt;
  return {
    'Total VAST Requests': requests,
    brand_unsafe_placement: unsafe,
    f_cap_threshold_breached: over,
    invalid_ivt_request: ivt,
    'Total Blocked Requests': blocked,
    clean_traffic_request: requests - blocked,
    'Total Impressions': impressions,
  };
}

/**
 * How many clean requests got how far: who reached a step has reached those before it, whatever a player left out. An
 * event without the id of its request stands for itself.
 */
export const reached = (where: Sql): Sql => {
  const steps = typed('Array(String)', [...STEPS]);
  return sql`WITH rows AS (${videoRows(where)}),
    clean AS (SELECT click_id FROM rows WHERE kind = 'vast_request' AND blocked_for = '' AND click_id != ''),
    viewed AS (SELECT max(indexOf(${steps}, toString(event_name))) AS step FROM rows
      WHERE kind = 'vast_tracking' AND (click_id = '' OR click_id IN (SELECT click_id FROM clean))
      GROUP BY if(click_id = '', toString(row_id), click_id))
    SELECT toUInt32((SELECT count() FROM rows WHERE kind = 'vast_request')) AS requests,
      toUInt32((SELECT count() FROM rows WHERE kind = 'vast_request' AND blocked_for = '')) AS clean,
      arrayMap(n -> toUInt32(n), [${stepCounts}]) AS steps FROM viewed`;
};

const stepCounts = sql`countIf(step >= 1), countIf(step >= 2), countIf(step >= 3), countIf(step >= 4), countIf(step >= 5), countIf(step >= 6)`;
