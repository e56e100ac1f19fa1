import type { ClickHouse, QueryOptions } from '#platform/server/clickhouse/clickhouse.ts';
import { conditionSql } from '#platform/server/clickhouse/condition-sql.ts';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { TRAFFIC_SQL_FIELDS } from '#traffic/event/server/field-sql.ts';
import type { whiteListTable } from '#traffic/judge/server/tables.ts';

export type Covering = Pick<typeof whiteListTable.$inferInsert, 'condition' | 'categories'>;

export interface Coverage {
  events: number;
  fraud: number;
  suspect: number;
  /** Of all that was looked at. */
  all_events: number;
  all_fraud: number;
}

/** What an entry covers of the events of a condition over `traffic`; one on some categories only what they are called for. */
export async function coverageOf(
  clickhouse: ClickHouse,
  where: Sql,
  { condition, categories = [] }: Covering,
  options: QueryOptions,
): Promise<Coverage> {
  const named = conditionSql(condition, TRAFFIC_SQL_FIELDS);
  const covers =
    categories.length === 0
      ? named
      : sql`(${named}) AND has(${typed('Array(String)', [...categories])}, splitByChar('.', toString(reason))[1])`;
  const [found] = await clickhouse.query<Coverage>(
    sql`SELECT countIf(${covers}) AS events, countIf(verdict = 'fraud' AND (${covers})) AS fraud,
      countIf(verdict = 'suspect' AND (${covers})) AS suspect, count() AS all_events, countIf(verdict = 'fraud') AS all_fraud
      FROM traffic WHERE ${where}`,
    options,
  );
  return found ?? { events: 0, fraud: 0, suspect: 0, all_events: 0, all_fraud: 0 };
}
