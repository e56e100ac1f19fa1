import type { PostbackReason } from '#domains/tracking/contract/postback-endpoints.ts';
import type { Client } from '#platform/server/postgres/postgres.ts';
import type { Postback } from './read-postback.ts';
import type { Taken } from './take-postbacks.ts';
import type { Candidate, Refused } from './weigh-postback.ts';

/** What can be sent without knowing a secret, or again and again without a click. */
const ANYBODYS: ReadonlySet<PostbackReason | ''> = new Set<PostbackReason | ''>([
  'unknown_click',
  'bad_secret',
  'ended',
]);
/** Of one campaign, event and reason in an hour: enough to see what is wrong. The others are counted. */
export const MOST_LISTED = 200;
const HOUR_MS = 3_600_000;

/** A row of `tracking_postback`; `once` of one whose conversion is stored with it, else null. */
type LogRow = Readonly<Record<string, unknown>>;

interface Logged {
  /** Null for what is of nobody here. */
  packageName: string | null;
  campaignId: number;
  event: string;
  row: LogRow;
}

/**
 * Rows for every postback and what became of it. What anybody may send is counted by the hour, and stands in the log only at the
 * beginning of it; what names neither a click nor a secret of this installation never does.
 */
export async function logOf(
  client: Client,
  postbacks: readonly Postback[],
  weighed: readonly (Candidate | Refused)[],
  taken: readonly Taken[],
): Promise<LogRow[]> {
  const all = postbacks.map((postback, place) => loggedOf(postback, weighed[place], taken[place]));
  const counted = new Map<string, { of: Logged; reason: string; hour: string; rows: LogRow[] }>();
  const rows: LogRow[] = [];
  for (const [place, each] of all.entries()) {
    const { reason = '' } = taken[place] ?? {};
    const { secret, receivedAt } = postbacks[place] ?? {};
    // Of an upload the person is known who brought it.
    if (secret === null || !ANYBODYS.has(reason)) rows.push(each.row);
    else {
      const hour = new Date(Math.floor((receivedAt?.getTime() ?? 0) / HOUR_MS) * HOUR_MS).toISOString();
      const key = JSON.stringify([each.packageName, each.campaignId, each.event, reason, hour]);
      const one = counted.get(key) ?? { of: each, reason, hour, rows: [] };
      one.rows.push(each.row);
      counted.set(key, one);
    }
  }
  // In one order, so that two who count the same wait for each other.
  for (const [, { of, reason, hour, rows: came }] of [...counted].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const room = of.packageName === null ? 0 : MOST_LISTED;
    const { rows: sums } = await client.query<{ listed: number }>(
      `INSERT INTO tracking_untaken AS t (package_name, campaign_id, event, reason, hour, came, listed)
       VALUES ($1, $2, $3, $4, $5, $6::int, least($6::int, $7::int))
       ON CONFLICT (package_name, campaign_id, event, reason, hour)
       DO UPDATE SET came = t.came + excluded.came, listed = least(t.listed + $6::int, $7::int)
       RETURNING (least(came, $7::int) - least(came - $6::int, $7::int))::int AS listed`,
      [of.packageName, of.campaignId, of.event, reason, hour, came.length, room],
    );
    rows.push(...came.slice(0, sums[0]?.listed ?? 0));
  }
  return rows;
}

function loggedOf(postback: Postback, weighed: Candidate | Refused | undefined, taken: Taken | undefined): Logged {
  const { touch, campaign } = weighed ?? {};
  const packageName = touch?.package_name ?? campaign?.row.packageName ?? postback.packageName;
  const campaignId = touch?.campaign_id ?? campaign?.row.id ?? null;
  return {
    packageName,
    campaignId: campaignId ?? 0,
    event: campaign?.goals.has(postback.event) ? postback.event : '',
    row: {
      package_name: packageName,
      campaign_id: campaignId,
      campaign_name: campaign?.row.campaignName ?? '',
      publisher: touch?.given['publisher'] ?? '',
      received_at: postback.receivedAt.toISOString(),
      click_id: postback.clickId,
      event: postback.event,
      transaction_id: postback.transactionId,
      amount: postback.amount,
      currency: postback.currency,
      pb_status: taken?.pbStatus ?? 'Rejected',
      reason: taken?.reason ?? '',
      conversion_id: taken?.conversionId ?? null,
      once: weighed && !('refused' in weighed) && taken?.state !== '' ? weighed.once : null,
      ip: postback.ip,
      query: postback.query,
    },
  };
}
