import { type Sql, sql, trusted } from '#platform/server/clickhouse/sql.ts';
import { Z } from '#traffic/event/contract/rate.ts';

const number = (value: number): Sql => trusted(String(value));

/** Lower end of the interval of `contract/wilson.ts`, as a share of 1. */
export function wilsonLowSql(hits: Sql, total: Sql): Sql {
  const share = sql`${hits} / ${total}`;
  const spread = sql`${number(Z)} * sqrt(${share} * (1 - ${share}) / ${total} + ${number((Z * Z) / 4)} / (${total} * ${total}))`;
  return sql`(${share} + ${number((Z * Z) / 2)} / ${total} - ${spread}) / (1 + ${number(Z * Z)} / ${total})`;
}
