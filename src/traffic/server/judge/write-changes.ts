import { randomUUID } from 'node:crypto';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { Verdict } from '#traffic/contract/event.ts';

/** Columns that judging writes, with their types; nothing else of a stored event ever changes. */
const WRITTEN = {
  repeat_gap_seconds: 'Nullable(Int32)',
  clicks_1m: 'Nullable(Int32)',
  clicks_1h: 'Nullable(Int32)',
  clicks_24h: 'Nullable(Int32)',
  install_repeat_days: 'Nullable(Int32)',
  origin_reason: 'LowCardinality(String)',
  verdict: "Enum8('clean' = 1, 'suspect' = 2, 'fraud' = 3)",
  reason: 'LowCardinality(String)',
  hits: 'Array(LowCardinality(String))',
  rule_version: 'UInt32',
  whitelist_id: 'UInt32',
} as const;

const NAMES = Object.keys(WRITTEN);
/** The version alone is no change: a verdict keeps the version that first made it as it is. */
const COMPARED = NAMES.filter((name) => name !== 'rule_version');

export interface VerdictCount {
  from: Verdict;
  to: Verdict;
  events: number;
}

export interface Change {
  /** Rows written: facts or verdict differ. */
  written: number;
  /** All rows looked at, by old and new verdict. */
  counts: VerdictCount[];
}

/** A left-over of a killed process; nothing of ours works that long. */
const STALE = sql`metadata_modification_time < now() - INTERVAL 1 DAY`;

/**
 * Brings stored rows to what `wanted` (a SELECT of traffic-shaped rows) says they should be, writing only those that
 * differ, in one UPDATE: readers see all of it or, per month, none. Doing it again changes nothing.
 */
export async function writeChanges(ch: ClickHouse, packageName: string, wanted: Sql): Promise<Change> {
  const name = trusted(`traffic_change_${randomUUID().replaceAll('-', '')}`);
  const columns = Object.entries(WRITTEN).map(([column, type]) => `${column} ${type}`);
  await dropStale(ch);
  // A Join table takes no UUID keys.
  await ch.command(
    sql`CREATE TABLE ${name} (key String, kind LowCardinality(String), old LowCardinality(String), ${trusted(columns.join(', '))})
      ENGINE = Join(ANY, LEFT, key)`,
  );
  try {
    return await writeThrough(ch, packageName, wanted, name);
  } finally {
    await ch.command(sql`DROP TABLE IF EXISTS ${name} SYNC`);
  }
}
