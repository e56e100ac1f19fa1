import { joinSql, type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';

/** Columns of an event that a verdict fills, with their types. */
export const VERDICT_COLUMNS = {
  verdict: "Enum8('clean' = 1, 'suspect' = 2, 'fraud' = 3, 'filtered' = 4)",
  reason: 'LowCardinality(String)',
  hits: 'Array(LowCardinality(String))',
  rule_version: 'UInt32',
  whitelist_id: 'UInt32',
} as const;

/**
 * What counts at the time of a row, by the rule sets in force: oldest first, each until its moment, the newest without
 * one.
 */
export function atTheTime(values: readonly { until: Date | null; value: Sql }[]): Sql {
  const cases = values.map(({ until, value }) =>
    until ? sql`ts < ${typed("DateTime64(3, 'UTC')", until)}, ${value}` : value,
  );
  return cases.length > 1 ? sql`multiIf(${joinSql(cases, ', ')})` : joinSql(cases, '');
}
