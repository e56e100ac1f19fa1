import { sql, trusted } from '#platform/server/clickhouse/sql.ts';
import { NUMBER_FACTS } from '#traffic/event/contract/keys.ts';
import { DIMENSION_SQL } from '#traffic/event/server/dimension-sql.ts';
import { moneyText, sumOfMoney } from '#traffic/money/server/money-sql.ts';
import { EXPLORED, medianOf } from '../../contract/explore-measures.ts';
import { type DatasetSql, datasetSql } from './dataset-sql.ts';
import { traffic } from './traffic.ts';

const IS_COUNTED = sql`verdict != 'filtered'`;

/** NULL where no event has the fact. https://clickhouse.com/docs/sql-reference/aggregate-functions/reference/quantiletdigest */
const medians: DatasetSql['measures'] = Object.fromEntries(
  NUMBER_FACTS.map((fact) => {
    const column = trusted(fact);
    const known = sql`${IS_COUNTED} AND isNotNull(${column})`;
    const middle = sql`quantileTDigestIf(0.5)(toFloat64(assumeNotNull(${column})), ${known})`;
    return [medianOf(fact), () => sql`if(countIf(${known}) = 0, NULL, ${middle})`];
  }),
);

/** Events with whatever can be asked of them. Nothing is shared: hardly two people ask the same. */
export const explored = datasetSql(EXPLORED, {
  table: traffic.table,
  columns: { ...traffic.columns, dimensions: DIMENSION_SQL },
  measures: {
    ...traffic.measures,
    people: () => sql`uniqExactIf(person, ${IS_COUNTED})`,
    reported_revenue: ({ money }) =>
      moneyText(sumOfMoney({ ...money, amount: sql`revenue`, currency: sql`currency` }, IS_COUNTED)),
    ...medians,
  },
  bounds: {
    // More rows than anybody reads, and as many as still fit into memory with maps of money beside them.
    settings: { max_rows_to_group_by: 1_000_000, group_by_overflow_mode: 'throw' },
    timeoutSeconds: 15,
  },
  ...(traffic.order ? { order: traffic.order } : {}),
  ...(traffic.stored ? { stored: traffic.stored } : {}),
});
