import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { SortKey } from '../contract/widget.ts';

export type SqlMeasure = 'total' | 'fraud' | 'suspect' | 'unique_events' | 'current_month' | 'cost_at_risk';

interface Setting {
  suspectCountsAs: 'clean' | 'fraud';
  timeZone: string;
}

export const isFraud = ({ suspectCountsAs }: Pick<Setting, 'suspectCountsAs'>): Sql =>
  suspectCountsAs === 'fraud' ? sql`verdict != 'clean'` : sql`verdict = 'fraud'`;

const month = (column: Sql, { timeZone }: Setting): Sql => sql`toYYYYMM(${column}, ${typed('String', timeZone)})`;

/** How each stored measure is counted; the rest (clean, percentages, intervals) follow from these in `derive.ts`. */
export const MEASURE_SQL: Record<SqlMeasure, (setting: Setting) => Sql> = {
  total: () => sql`count()`,
  fraud: (setting) => sql`countIf(${isFraud(setting)})`,
  suspect: () => sql`countIf(verdict = 'suspect')`,
  unique_events: () => sql`uniqExact(event_name, person)`,
  current_month: (setting) => sql`countIf(${month(sql`install_time`, setting)} = ${month(sql`ts`, setting)})`,
  // Amounts travel as text: a JSON number would lose the last digits of a long sum.
  cost_at_risk: (setting) =>
    sql`mapApply((k, v) -> (k, toString(v)), sumMapIf(map(toString(currency), cost), cost != 0 AND ${isFraud(setting)}))`,
};

/** What rows can be ordered by, over the names of the select list. */
export const ORDER_SQL: Record<SortKey, Sql> = {
  name: sql`name`,
  total: sql`total`,
  clean: sql`total - fraud`,
  fraud: sql`fraud`,
  suspect: sql`suspect`,
  fraud_percentage: sql`fraud / total`,
};
