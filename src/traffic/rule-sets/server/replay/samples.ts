import { sql } from '#platform/server/clickhouse/sql.ts';
import { PREVIEW_SAMPLES, type ReplaySample } from '#traffic/rule-sets/contract/replay.ts';

/** A changed event as one value, by the hash of its id: the smallest are the same ones every time. */
export const SAMPLE = sql`CAST((cityHash64(row_id), toString(row_id), toUnixTimestamp64Milli(ts), kind, publisher, campaign, toString(spent_in), toFloat64(spent),
    (old_verdict, old_reason, old_hits), (verdict, reason, hits)),
  'Tuple(hash UInt64, row_id String, ts Int64, kind String, publisher String, campaign String, currency String, cost Float64,
    before Tuple(verdict String, reason String, hits Array(String)), after Tuple(verdict String, reason String, hits Array(String)))')`;

export type FoundSample = Omit<ReplaySample, 'ts'> & { hash: number; ts: number };

/** Of the samples of several answers those of all. */
export const samplesOf = (found: readonly FoundSample[]): ReplaySample[] =>
  [...found]
    .sort((a, b) => a.hash - b.hash)
    .slice(0, PREVIEW_SAMPLES)
    .map(({ hash: _, ts, ...sample }) => ({ ...sample, ts: new Date(ts).toISOString() }));
