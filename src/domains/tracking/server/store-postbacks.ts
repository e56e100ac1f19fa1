import type { Client } from '#platform/server/postgres/postgres.ts';
import type { CapUse } from './conversion-caps.ts';
import type { NewConversion } from './conversion-rows.ts';

const CONVERSION = `package_name, campaign_id, campaign_name, publisher, sub_publisher, click_id, event, transaction_id, once,
  event_id, at, click_at, amount, currency, payout, revenue, status, over_cap_id, reason, approve_at`;
const LOG = `package_name, campaign_id, campaign_name, publisher, received_at, click_id, event, transaction_id, amount,
  currency, pb_status, reason, ip, query`;

/** One statement for a group: whoever counts against the same cap waits for as long as it takes. */
const STORE = `WITH stored AS (
    INSERT INTO tracking_conversion (${CONVERSION}) SELECT ${CONVERSION}
    FROM jsonb_populate_recordset(NULL::tracking_conversion, $1::jsonb) ORDER BY click_id, event, once
    ON CONFLICT DO NOTHING RETURNING id, click_id, event, once
  ), counted AS (
    UPDATE tracking_cap_use AS u SET used = of.used
    FROM jsonb_populate_recordset(NULL::tracking_cap_use, $2::jsonb) AS of
    WHERE u.cap_id = of.cap_id AND u.period_start = of.period_start
  ), logged AS (
    INSERT INTO tracking_postback (${LOG}, conversion_id)
    SELECT ${LOG}, coalesce(row.conversion_id, stored.id)
    FROM jsonb_to_recordset($3::jsonb) AS row (package_name text, campaign_id integer, campaign_name text,
      publisher text, received_at timestamptz, click_id text, event text, transaction_id text, amount text,
      currency text, pb_status text, reason text, ip text, query text, conversion_id bigint, once text, place integer)
    LEFT JOIN stored USING (click_id, event, once) ORDER BY place
  )
  SELECT id, click_id, event, once FROM stored`;

/** Stores what a group of postbacks comes to. Answers conversions that are new; fewer where others were faster. */
export async function storeTogether(
  client: Client,
  {
    conversions,
    uses,
    log,
  }: { conversions: readonly NewConversion[]; uses: readonly CapUse[]; log: readonly object[] },
): Promise<{ id: string; click_id: string; event: string; once: string }[]> {
  const { rows } = await client.query<{ id: string; click_id: string; event: string; once: string }>({
    name: 'tracking-store-postbacks',
    text: STORE,
    values: [conversions, uses, log.map((row, place) => ({ ...row, place }))].map((rows) => JSON.stringify(rows)),
  });
  return rows;
}
