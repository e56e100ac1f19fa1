import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { DimensionName } from '#traffic/event/contract/dimensions.ts';
import type { Pass } from '../query.ts';
import { dimensionSql } from '../render-sql.ts';

/** Conditions of the widget hold beside the filters of the user, never instead of them. */
export const applyStanding: Pass = (query, { widget }) => {
  const standing = Object.entries(widget.standing ?? {}) as [DimensionName, readonly string[]][];
  const columnOf = (name: DimensionName) => query.dataset.stored?.[name] ?? dimensionSql(query, name);
  const where = standing.map(([name, values]) => sql`${columnOf(name)} IN ${typed('Array(String)', [...values])}`);
  return { ...query, where: [...query.where, ...where] };
};
