import { conditionSql } from '#platform/server/clickhouse/condition-sql.ts';
import { TRAFFIC_SQL_FIELDS } from '#traffic/event/server/field-sql.ts';
import type { Pass } from '../query.ts';

/** A condition of the one language, over the columns of `traffic`; it was checked where it came in. */
export const applyCondition: Pass = (query, { filters: { condition } }) =>
  condition ? { ...query, where: [...query.where, conditionSql(condition, TRAFFIC_SQL_FIELDS)] } : query;
