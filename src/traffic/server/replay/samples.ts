import type { ClickHouse, QueryOptions } from '#platform/server/clickhouse/clickhouse.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { EventKind, Verdict } from '#traffic/contract/event.ts';
import type { ReplaySample } from '#traffic/contract/replay.ts';
import { type Reach, within } from './replay-sql.ts';

/** Hash, row id, and verdict, reason and hits under the draft. */
export type FoundSample = [hash: string, rowId: string, verdict: Verdict, reason: string, hits: string[]];

interface StoredSample {
  id: string;
  happened: string;
  kind: EventKind;
  publisher: string;
  campaign: string;
  cost: number;
  currency: string;
  verdict: Verdict;
  reason: string;
  hits: string[];
}

/** Sampled events as they are stored, beside what they would become. */
export async function sampleRows(
  ch: ClickHouse,
  reach: Reach,
  found: readonly FoundSample[],
  options: QueryOptions,
): Promise<ReplaySample[]> {
  if (found.length === 0) return [];
  const rows = await ch.query<StoredSample>(
    sql`SELECT toString(row_id) AS id, toString(kind) AS kind, toString(publisher) AS publisher,
      toString(campaign) AS campaign, toFloat64(cost) AS cost, toString(currency) AS currency,
      toString(verdict) AS verdict, toString(reason) AS reason, hits,
      concat(formatDateTime(ts, '%FT%T'), '.', leftPad(toString(toUnixTimestamp64Milli(ts) % 1000), 3, '0'), 'Z') AS happened
      FROM traffic WHERE ${within(reach)} AND row_id IN ${typed(
        'Array(UUID)',
        found.map(([, rowId]) => rowId),
      )}`,
    options,
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  return found.flatMap(([, rowId, verdict, reason, hits]) => {
    const row = stored.get(rowId);
    if (!row) return [];
    const { id, happened, verdict: before, reason: old, hits: oldHits, ...event } = row;
    return [
      {
        ...event,
        row_id: id,
        ts: happened,
        before: { verdict: before, reason: old, hits: oldHits },
        after: { verdict, reason, hits },
      },
    ];
  });
}
